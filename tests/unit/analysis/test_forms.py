"""Pairs of forms of one word: each is held by a text that has the other."""

from __future__ import annotations

import pytest

from commonplace.search.analysis.topic import Topic

# By language, a text the form stands in, and the pairs.
FORMS = {
    "english": (
        "The {} is there",
        "walk/walked walk/walking happy/happiness wife/wives carry/carries carry/carried "
        "write/writing write/wrote written/write make/making city/cities tomato/tomatoes "
        "bus/buses stop/stopping analysis/analyses connect/connection configure/configuration "
        "organize/organization prefer/preference run/ran child/children mouse/mice buy/bought "
        "teach/taught went/going manager/managers agree/agreed quick/quickly use/using used/use",
    ),
    "german": (
        "die {} ist und",
        "laufen/läuft fahren/fährt Mann/Männer Frau/Frauen Stadt/Städte Wort/Wörter Auto/Autos "
        "Arzt/Ärzte kaufen/kauft kaufen/gekauft machen/gemacht fragen/gefragt alt/alte "
        "klein/kleines Projekt/Projekte Firma/Firmen Museum/Museen Lehrer/Lehrerin "
        "Vertrag/Verträge wohnen/wohnt arbeiten/gearbeitet Datei/Dateien kommen/kommt "
        "hören/gehört Schwester/Schwestern Baum/Bäume Passwort/Passwörter Freundin/Freundinnen",
    ),
    "russian": (
        "{} это",
        "стол/столы стол/столом рука/руки рука/руку окно/окна письмо/письмом дом/дома река/реке "
        "новый/новая новый/новым большой/большие читать/читает читать/читал говорить/говорили "
        "делать/делают любить/любит кошка/кошки кошка/кошек отец/отца рынок/рынка "
        "документ/документов договор/договоры цена/ценой язык/языки врач/врачи ребёнка/ребенок",
    ),
    "spanish": (
        "la {} y el",
        "libro/libros mujer/mujeres país/países lápiz/lápices voz/voces vivir/vive "
        "hablar/hablaron hablar/hablé comer/comieron tener/tiene querer/quiere poder/puede "
        "jugar/juega hijo/hija lento/lentamente correo/correos camión/camiones mes/meses "
        "ley/leyes inglés/inglesa alemán/alemanes joven/jóvenes llave/llaves escribir/escribió "
        "trabajo/trabajos árbol/árboles",
    ),
    "hindi": (
        "{} है",
        "औरत/औरतें औरत/औरतों आदमी/आदमियों मेज/मेजें कुर्सी/कुर्सियाँ फूल/फूलों पेड़/पेड़ों "
        "बेटा/बेटे बेटी/बेटियाँ सपना/सपने दिन/दिनों महीना/महीने साल/सालों अच्छा/अच्छी बड़ा/बड़ी "
        "खाना/खाने पीना/पीता करना/करता लिखना/लिखा पढ़ना/पढ़ता चलना/चलते कविता/कविताएँ पैसा/पैसों "
        "दवाई/दवाइयाँ समस्या/समस्याओं कंपनी/कंपनियों",
    ),
    "tamil": (
        "{}",
        "பையன்/பையன்கள் பெண்/பெண்ணின் கை/கைகள் கால்/கால்களில் மலை/மலையில் கடல்/கடலில் ஆறு/ஆற்றில் "
        "நாடு/நாடுகள் நாடு/நாட்டின் வேலை/வேலையை வேலை/வேலைக்கு பாடம்/பாடங்கள் பாடம்/பாடத்தை "
        "பணம்/பணத்தை மாணவர்/மாணவர்கள் ஆசிரியர்/ஆசிரியருக்கு அம்மா/அம்மாவுக்கு தம்பி/தம்பியுடன் "
        "கதவு/கதவை மேசை/மேசையில் நூலகம்/நூலகத்தில் மாதம்/மாதங்கள் ஆண்டு/ஆண்டில் கோயில்/கோயிலுக்கு "
        "மொழி/மொழிகள்",
    ),
    "kannada": (
        "{}",
        "ಹುಡುಗ/ಹುಡುಗನಿಗೆ ಹುಡುಗಿ/ಹುಡುಗಿಯರು ಹುಡುಗರು/ಹುಡುಗರಿಗೆ ರಾಜ/ರಾಜನ ದೇಶ/ದೇಶದ ದೇಶ/ದೇಶಗಳು "
        "ನೀರು/ನೀರಿನಲ್ಲಿ ಕೈ/ಕೈಯಲ್ಲಿ ಕಣ್ಣು/ಕಣ್ಣಿನ ಕಾಲು/ಕಾಲಿಗೆ ತಾಯಿ/ತಾಯಿಗೆ ಗುರು/ಗುರುವಿನ ಮಗು/ಮಗುವಿಗೆ "
        "ಹಳ್ಳಿ/ಹಳ್ಳಿಗಳಿಂದ ಕರ್ನಾಟಕ/ಕರ್ನಾಟಕದಲ್ಲಿ ಕರ್ನಾಟಕದ/ಕರ್ನಾಟಕಕ್ಕೆ ಮೇಜು/ಮೇಜಿನ ಬಾಗಿಲು/ಬಾಗಿಲನ್ನು "
        "ಹಾಡು/ಹಾಡುಗಳು ಬೆಕ್ಕು/ಬೆಕ್ಕಿಗೆ ಕಂಪನಿ/ಕಂಪನಿಯ ಯೋಜನೆ/ಯೋಜನೆಯನ್ನು ಮಂಗಳೂರು/ಮಂಗಳೂರಿನಿಂದ "
        "ಹೆಸರು/ಹೆಸರನ್ನು ಆಸ್ಪತ್ರೆ/ಆಸ್ಪತ್ರೆಗೆ",
    ),
}
CASES = [
    pytest.param(text, *pair.split("/"), id=f"{language}-{pair}")
    for language, (text, pairs) in FORMS.items()
    for pair in pairs.split()
]


@pytest.mark.requirement("A1", "C3")
@pytest.mark.parametrize(("text", "one", "other"), CASES)
def test_each_form_is_held_by_a_text_with_the_other(text: str, one: str, other: str) -> None:
    assert Topic(one).held(text.format(other)) == 1
    assert Topic(other).held(text.format(one)) == 1
