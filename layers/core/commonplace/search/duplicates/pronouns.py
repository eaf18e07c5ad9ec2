# ruff: noqa: RUF001 - letters of other scripts are the matter here
"""Who is meant by the pronouns: one who helps me is not one whom I help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..analysis.scripts import is_spaceless
from .tables import Lookup, Table, by_language, each

# Who a place in the lines below may mean, as bits.
_ME, _US, _YOU, _HIM, _HER, _THEM = (1 << place for place in range(6))
# One speaks of oneself as I and as we, and of one whose sex is not told as they.
_FIRST, _ANYBODY = _ME | _US, _HIM | _HER | _THEM
_PLACES = (_FIRST, _FIRST, _YOU, _HIM, _HER, _ANYBODY, _HIM | _HER, _HER | _THEM, _ANYBODY, _HIM | _THEM)

# Me; us; you; him; her; them; him or her; her or them; any of the three; him or them.
PRONOUNS: Table = by_language(
    english=(
        "i/me/my/mine/myself we/us/our/ours/ourselves you/your/yours he/him/his/himself she/her/hers/herself "
        "they/them/their/theirs"
    ),
    german=(
        "ich/mich/mir/mein/meine/meinen/meinem/meiner/meines wir/uns/unser/unsere/unseren/unserem "
        "du/dich/dir/dein/deine/deinen/deinem/euch er/ihn/ihm - ihnen - sie/ihr/ihre/ihren/ihrem/ihrer - "
        "sein/seine/seinen/seinem/seiner"
    ),
    spanish=(
        "yo/me/mi/mis/conmigo nosotros/nosotras/nos/nuestro/nuestra/nuestros/nuestras tú/te/tu/tus/contigo "
        "él ella ellos/ellas/les - - le/su/sus"
    ),
    french=(
        "je/j/me/m/moi/mon/ma/mes nous/notre/nos tu/te/toi/ton/ta/tes/vous/votre/vos il elle "
        "ils/elles/leur/leurs lui/son/sa/ses"
    ),
    italian=(
        "io/mi/me/mio/mia/miei/mie noi/nostro/nostra/nostri/nostre tu/ti/tuo/tua/tuoi/tue lui/gli lei/le "
        "loro suo/sua/suoi/sue"
    ),
    portuguese=(
        "eu/me/mim/meu/minha/meus/minhas/comigo nós/nosso/nossa/nossos/nossas você/te/teu/tua/vocês ele/dele "
        "ela/dela eles/elas/deles/delas lhe/seu/sua/seus/suas"
    ),
    dutch="ik/mij/me/mijn wij/we/ons/onze jij/je/jou/jouw/u/uw hij/hem haar hen/hun - zij/ze/zij - zijn",
    cyrillic=(
        "я/меня/мне/мной/мой/моя/моё/мои/моей/моего/моему/мою мы/нас/нам/нами/наш/наша/наше/наши "
        "ты/тебя/тебе/вы/вас/вам/твой/твоя/ваш/ваша он/его/ему/него/нему она/её/ей/неё/ней они/их/них/ними - "
        "- - им"
    ),
    devanagari=(
        "मैं/मैंने/मुझे/मुझको/मुझसे/मेरा/मेरी/मेरे हम/हमने/हमें/हमारा/हमारी/हमारे "
        "तुम/तुमने/तुम्हें/आप/आपने/आपको/तुम्हारा/आपका/आपकी - - उन्होंने/उन्हें/उनका/उनकी/उनके/उनको/उनसे "
        "उसने/उसे/उसको/उसका/उसकी/उसके/उससे/वह"
    ),
    kannada=(
        "ನಾನು/ನನಗೆ/ನನ್ನ/ನನ್ನನ್ನು/ನನ್ನಿಂದ ನಾವು/ನಮಗೆ/ನಮ್ಮ/ನಮ್ಮನ್ನು ನೀನು/ನಿನಗೆ/ನಿನ್ನ/ನೀವು/ನಿಮಗೆ/ನಿಮ್ಮ "
        "ಅವನು/ಅವನಿಗೆ/ಅವನ/ಅವನನ್ನು ಅವಳು/ಅವಳಿಗೆ/ಅವಳ/ಅವಳನ್ನು ಅವರು/ಅವರಿಗೆ/ಅವರ/ಅವರನ್ನು"
    ),
    hangul=(
        "나/나는/내가/나를/나에게/나한테/내/저/저는/제가/저를/저에게/제 우리/우리는/우리가/우리를/우리에게 "
        "너/너는/네가/너를/너에게/당신/당신은 그/그는/그가/그를/그에게/그의 "
        "그녀/그녀는/그녀가/그녀를/그녀에게/그녀의 그들/그들은/그들이/그들을/그들에게"
    ),
)
_SIGNS = {
    **dict.fromkeys(("私たち", "我们", "我們", "咱们", "เรา"), _US),
    **dict.fromkeys(("私", "僕", "俺", "我", "ผม", "ฉัน"), _ME),
    **dict.fromkeys(("あなた", "你们", "你", "您", "คุณ"), _YOU),
    **dict.fromkeys(("彼ら", "他们", "她们", "他們", "พวกเขา"), _THEM),
    **dict.fromkeys(("彼女", "她"), _HER),
    **dict.fromkeys(("เธอ", "เขา"), _HIM | _HER),
    **dict.fromkeys(("彼", "他"), _HIM),
}
_SIGN = re.compile("其他|他人|自我|" + "|".join(sorted(_SIGNS, key=len, reverse=True)))
_PLACE = Lookup(PRONOUNS)
_HAS_OBJECT = frozenset(("ai", "as", "a", "ont", "avons", "avez", "avais", "avait", "avaient", "aide", "aime"))
# Who does it comes first, wherever it stands: ihm habe ich geholfen.
_DOERS = each(
    "i we he she they ich wir du er je j nous tu il elle ils elles yo nosotros nosotras tú él ella "
    "ellos ellas io noi eu nós ele ela eles elas ik wij we hij zij я мы ты вы он она они मैंने हमने "
    "उसने उन्होंने मैं हम ನಾನು ನಾವು ಅವನು ಅವಳು ಅವರು"
)
_OWNERS = each(
    "my mine our ours your yours his her hers their theirs mein meine meinen meinem meiner meines "
    "unser unsere unseren unserem dein deine deinen deinem ihr ihre ihren ihrem ihrer sein seine "
    "seinen seinem seiner mi mis nuestro nuestra nuestros nuestras tu tus su sus mon ma mes notre "
    "nos ton ta tes votre vos leur leurs son sa ses mio mia miei mie nostro nostra nostri nostre tuo "
    "tua tuoi tue suo sua suoi sue meu minha meus minhas nosso nossa nossas nossos teu seu seus suas "
    "dele dela deles delas mijn onze ons jouw uw haar zijn hun мой моя мое мои моей моего моему мою "
    "наш наша наше наши твой твоя ваш ваша его ее их मेरा मेरी मेरे हमारा हमारी हमारे उसका उसकी उसके "
    "उनका उनकी उनके तुम्हारा आपका आपकी ನನ್ನ ನಮ್ಮ ನಿನ್ನ ನಿಮ್ಮ ಅವನ ಅವಳ ಅವರ 내 제 그의 그녀의"
)


@dataclass(frozen=True, slots=True)
class People:
    """Who is meant by pronouns, as the bits of those who may be.

    Attributes
    ----------
    acting
        Each once: first who does it, then who it is done to.
    named
        All, with those to whom something belongs.
    """

    acting: tuple[int, ...]
    named: int

    def may_be(self, other: People) -> bool:
        """Whether they may be the same as another text's: at the end some may be left out."""
        if self.acting and other.acting:
            return all(who & whom for who, whom in zip(self.acting, other.acting, strict=False))
        return not self.named or not other.named or bool(self.named & other.named)


def people_in(found: Sequence[str], languages: int) -> People:
    """Return who is meant by pronouns.

    Parameters
    ----------
    found
        A text's words, folded.
    languages
        Bits of the Latin languages it may be of.
    """
    doing: list[int] = []
    others: list[int] = []
    named = 0
    for word, who in _people(found, languages):
        named |= who
        if word not in _OWNERS:
            (doing if word in _DOERS else others).append(who)
    acting: list[int] = []
    for who in doing + others:
        if not any(who & other for other in acting):
            acting.append(who)
    return People(tuple(acting), named)


def _people(found: Sequence[str], languages: int) -> Iterator[tuple[str, int]]:
    for word, following in zip(found, (*found[1:], ""), strict=False):
        if word == "l" and following in _HAS_OBJECT:  # l'ai
            yield word, _HIM | _HER
        elif (place := _PLACE.place(word, languages)) is not None:
            yield word, _PLACES[place]
        elif is_spaceless(word[0]):
            yield from ((sign, _SIGNS[sign]) for sign in _SIGN.findall(word) if sign in _SIGNS)
