# ruff: noqa: RUF001 - letters of other scripts are the matter here
"""Case and number endings of scripts that Snowball has no stemmer for, or one that stops short.

Endings are taken off one after the other, as these languages put them on (ಮನೆ-ಗಳ-ಲ್ಲಿ, "in the
houses"). Not grammar, only enough that two forms of a word meet.
"""

from __future__ import annotations

from functools import lru_cache

from .folding import folded, plain

_ROUNDS = 3
# Letters and marks that must be left; vowels are letters in some scripts, and in Hebrew three make a root.
_LEAST = {"greek": 3, "hebrew": 3, "armenian": 3, "georgian": 3}
_LEAST_ELSEWHERE = 2

_ENDINGS = {
    "kannada": (
        "ಲ್ಲಿ ಯಲ್ಲಿ ದಲ್ಲಿ ನಲ್ಲಿ ವಿನಲ್ಲಿ ಿನಲ್ಲಿ ಿಂದ ಯಿಂದ ದಿಂದ ನಿಂದ ಿನಿಂದ ವಿನಿಂದ ಗೆ ಿಗೆ ಕ್ಕೆ ನಿಗೆ "
        "ಿನಿಗೆ ವಿಗೆ ನ್ನು ಅನ್ನು ಯನ್ನು ವನ್ನು ನನ್ನು ಿನನ್ನು ದ ಿನ ವಿನ ಗಳು ಗಳ ರು ವು ಯು ಯೂ ವೂ ೂ "
        "ೇ ಯೇ ವೇ ಾಗಿ ಯಾಗಿ ವಾಗಿ ಕ್ಕಾಗಿ ಗಾಗಿ ಿಗಾಗಿ ೊಂದಿಗೆ ಯೊಂದಿಗೆ ದೊಂದಿಗೆ ನೊಂದಿಗೆ ಿನೊಂದಿಗೆ ತ್ತ ಯತ್ತ "
        "ದತ್ತ"
    ),
    "telugu": (
        "ిలో ిని ికి ితో ిలోని డు డి డిని డికి డితో లో ంలో "
        "కి కు ని ను తో నుండి నుంచి లు ల లను లకు లలో లతో లకి కోసం పై యొక్క గా ాలు ాల ాలను ాలకు ాలలో ానికి ాన్ని ంలోని లోని ంతో లోకి"
    ),
    "malayalam": (
        "യിൽ ിൽ ത്തിൽ ടിൽ യുടെ ിന്റെ ത്തിന്റെ ടിന്റെ ന്റെ ുടെ യെ െ ത്തെ യ്ക്ക് യിലേക്ക് ിലേക്ക് ത്തിലേക്ക് "
        "ത്തിന് ിന് ന് ക്ക് ങ്ങൾ ങ്ങളിൽ ങ്ങളുടെ ങ്ങളെ ങ്ങൾക്ക് കൾ കളിൽ കളുടെ കളെ കൾക്ക് ക്കൾ മാർ ിൽനിന്ന് "
        "യിൽനിന്ന് ത്തിൽനിന്ന് ോട് യോട് ത്തോട് ും യും"
    ),
    "tamil": (
        "ங்கள் ங்களில் ங்களை ங்களின் ங்களுக்கு ங்களால் ங்களுடன் த்தில் த்தை த்தின் த்துக்கு த்திற்கு "
        "த்தால் த்திலிருந்து ில் யில் ை யை ின் யின் க்கு ுக்கு ிற்கு யிற்கு வுக்கு ால் யால் ுடன் யுடன் "
        "ிலிருந்து யிலிருந்து கள் களில் களை களின் களுக்கு களால் களுடன் ்டில் ்டை ்டின் ்டிற்கு ்டுக்கு "
        "்டிலிருந்து ்றில் ்றை ்றின் ்றிற்கு ்றுக்கு "
        "்றிலிருந்து ும் யும் ிலும் ோடு"
    ),
    "bengali": (
        "টি টা টির টার টিকে টাকে টিতে টাতে গুলো গুলি গুলোর গুলির গুলোতে গুলোকে ের র য়ের কে তে য় ে য়ে রা েরা দের েদের য়ে ও ই"
    ),
    "devanagari": "ों ें ियों ियाँ ियां ाओं ाएँ ाएं ुओं ात ना नी ने ता ती ते ाला ाचा ाची ाने ांना",
    "georgian": (
        "ში ზე ის ს ით ად თან ისთვის სთვის იდან დან ები ების ებს ებში ებზე ებით ებთან ებიდან მა ამა ო ული ისკენ"
    ),
    "armenian": "ում ը ն ի ից ով երը եր ներ ներն ներում ները ների ներից ներով երում երի երից ին ուն ան",
    "greek": "ος ους ου ων ες ας ης οι α ο η ι ε υ ω ον ιων ια ιες ις εις εων εως",
    "hebrew": "ים ות י ה ת ו יה יו נו כמ הם המ יי ייה תי",
}
# What a word ends in alone and not before an ending: the short u of Dravidian languages, the i of Georgian.
_GIVEN_WAY = {
    "kannada": ("ು", "್"),
    "telugu": ("ు", "ం"),
    "malayalam": ("്", "ം"),
    "tamil": ("ு", "ம்", "்"),
    "devanagari": ("ा", "ि", "ी", "े", "ो", "ं", "ँ"),
    "georgian": ("ი", "ა", "ე"),
}
_NONE: frozenset[str] = frozenset()
_BEFORE = {"hebrew": "והבלמשכ"}  # set to the front of a word: and, the, in, to, from, that, as


@lru_cache
def _endings(script: str) -> tuple[str, ...]:
    """Return a script's endings, the longest first."""
    return tuple(sorted(plain(folded(_ENDINGS[script])).split(), key=len, reverse=True))


def bases(word: str, script: str) -> frozenset[str]:
    """Return what a word may be without its endings; empty for a script of which no endings are known.

    Parameters
    ----------
    word
        Folded, without optional marks.
    script
        Its script's name.
    """
    if script not in _ENDINGS:
        return _NONE
    endings = _endings(script)
    least = _LEAST.get(script, _LEAST_ELSEWHERE)
    found = {word}
    # Of the last ending any that fits may be meant (ஆண்ட-ில், வீட-்டில்), of those before it the longest.
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            base = word[: -len(ending)]
            found.add(base)
            for _ in range(_ROUNDS - 1):
                base = _without(base, endings, least)
                found.add(base)
    starts = _BEFORE.get(script, "")
    found |= {base[count:] for base in found for count in (1, 2) if _begins(base, count, starts, least)}
    given_way = _GIVEN_WAY.get(script, ())
    return frozenset(_without(base, given_way, least) for base in found)


def _without(word: str, endings: tuple[str, ...], least: int) -> str:
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word


def _begins(word: str, count: int, starts: str, least: int) -> bool:
    return len(word) - count >= least and all(char in starts for char in word[:count])
