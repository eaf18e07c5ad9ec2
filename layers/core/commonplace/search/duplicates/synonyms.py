"""Words in common use that say the same: buy for purchase, Auto for Wagen.

One exchanged word is mostly another fact, and no cosine tells synonyms from contraries, so that what may stand for
one another is written down: only what does so in nearly every sentence. Groups end with a semicolon.
"""

from __future__ import annotations

from functools import lru_cache

from ..analysis.folding import folded
from ..analysis.languages import LATIN
from ..analysis.scripts import script

_KEPT = 8_000  # words

_GROUPS = {
    "english": (
        "buy buys bought buying purchase purchases purchased purchasing; begin begins began begun launch launches "
        "launched start starts started starting; reside resides resided residing live lives lived living; use "
        "uses used utilize utilizes utilise utilises; request requests requested ask asks asked asking; big "
        "large; bigger larger; biggest largest; quick quickly fast; physician doctor; mother mum mom; father dad; "
        "children kids; child kid; photo photos picture pictures photograph photographs; movie movies film films; "
        "flat apartment; bike bikes bicycle bicycles; car cars automobile automobiles; customer customers client "
        "clients; company firm; boss manager supervisor; answer answers reply replies response responses; short "
        "brief concise; long lengthy; fix fixes fixed repair repairs repaired; choose chooses chose chosen select "
        "selects selected; keep keeps kept retain retains retained; located situated hosted; database db "
        "databases dbs; repository repo; configuration config; application app; applications apps; documentation "
        "docs; production prod; minute min minutes mins; second sec seconds secs; hour hr hours hrs; noon midday; "
        "almost nearly; scared afraid; sick ill; cancel cancels cancelled canceled; finish finishes finished "
        "complete completes completed; assist assists help helps; require requires required; primary main; entire "
        "whole; mandatory compulsory obligatory; allowed permitted; forbidden prohibited banned; holiday "
        "vacation; phone telephone; display displays show shows; remove removes removed delete deletes deleted; "
        "cheap inexpensive; expensive costly; important crucial vital; postpone postponed delay delayed"
    ),
    "german": (
        "verwendet verwenden verwende benutzt benutzen nutzt nutzen; wohnt wohne wohnen lebt lebe leben; auto "
        "wagen; beginnt startet anfängt; kurz kurze kurzen knapp knappe knappen; besprechung sitzung treffen "
        "meeting; chef vorgesetzter; bekommt bekommen erhält erhalten; arzt doktor; kauft kaufen erwirbt; schickt "
        "schicken sendet senden; handy mobiltelefon; fahrrad rad; firma unternehmen; datenbank db; webseite "
        "website"
    ),
    "spanish": (
        "usa usamos usan usar utiliza utilizamos utilizan utilizar; vive vivo reside resido; empieza comienza "
        "inicia; coche auto carro; breve breves corta cortas corto cortos; compra compró adquiere adquirió; "
        "bicicleta bici; trabajo empleo; médico doctor; terminar acabar finalizar; desea quiere; móvil celular"
    ),
    "french": (
        "utilise utilisons utilisent; habite vit réside vis; commence débute; voiture auto; court courte courtes "
        "bref brève brèves; vélo bicyclette; travail emploi poste; médecin docteur; souhaite désire; achète "
        "acquiert; finir terminer achever"
    ),
    "italian": (
        "usa usiamo usano utilizza utilizziamo utilizzano; abita abito vive vivo risiede; inizia comincia; "
        "macchina auto automobile; breve brevi corta corte corto corti; bicicletta bici; lavoro impiego; medico "
        "dottore; desidera vuole; compra acquista"
    ),
    "portuguese": (
        "usa usamos usam utiliza utilizamos utilizam; mora moro vive vivo reside; começa inicia; carro automóvel; "
        "curta curtas curto curtos breve breves; bicicleta bici; trabalho emprego; médico doutor; cachorro "
        "cachorros cão cães; compra comprou adquire adquiriu; deseja quer; celular telemóvel; terminar acabar"
    ),
    "dutch": (
        "gebruikt gebruiken benut benutten; woont woon leeft; begint start; auto wagen; kort korte beknopt "
        "beknopte; fiets rijwiel; dokter arts; koopt kopen aanschaft; baan werk"
    ),
    "cyrillic": (
        "использует используем используют применяет применяем применяют; живёт живу проживает проживаю; "
        "начинается стартует; машина автомобиль; краткие краткий короткие короткий; врач доктор; собрание "
        "совещание встреча; хочет желает; нужно надо необходимо; купил приобрёл"
    ),
    "devanagari": (
        "उपयोग इस्तेमाल प्रयोग; उत्तर जवाब; उत्तरों जवाबों; दफ़्तर कार्यालय ऑफिस; बैठक मीटिंग; डॉक्टर चिकित्सक; घर मकान"
    ),
    "kannada": (
        "ಬಳಸುತ್ತೇವೆ ಉಪಯೋಗಿಸುತ್ತೇವೆ; ಬಳಸುತ್ತಾರೆ ಉಪಯೋಗಿಸುತ್ತಾರೆ; ಉತ್ತರ ಜವಾಬು; ವಾಸಿಸುತ್ತಾನೆ "
        "ಇರುತ್ತಾನೆ; ವಾಸಿಸುತ್ತಾಳೆ ಇರುತ್ತಾಳೆ; ಕಚೇರಿ ಆಫೀಸ್; ವೈದ್ಯರು ಡಾಕ್ಟರ್"
    ),
    "hangul": "사용합니다 사용한다 사용하고 쓰고 씁니다 쓴다; 답변 답장 응답; "
    "회의 미팅; 시작한다 시작합니다 개시한다",
}


def _first_words(line: str) -> dict[str, str]:
    groups = [[folded(word) for word in group.split()] for group in line.split(";")]
    return {word: group[0] for group in groups for word in group}


_FIRST = {language: _first_words(line) for language, line in _GROUPS.items()}


@lru_cache(maxsize=_KEPT)
def common_word(word: str, languages: int) -> str:
    """Return the word that stands for all that say the same; the word itself, if it is none of them.

    Parameters
    ----------
    word
        Folded.
    languages
        Bits of the Latin languages that its text may be of.
    """
    name = script(word[0])
    names = [one for bit, one in enumerate(LATIN) if languages >> bit & 1] if name == "latin" else [name]
    return next((_FIRST[one][word] for one in names if one in _FIRST and word in _FIRST[one]), word)
