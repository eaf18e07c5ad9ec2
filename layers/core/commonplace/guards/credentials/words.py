# ruff: noqa: RUF001 - letters of other scripts are intended here
"""The words that announce a credential, from ``data/words.toml``, and the patterns that need many languages."""

from __future__ import annotations

from ...domain.word_lists import WordLists

_LISTS = WordLists(__file__, "words")
PASSWORDS, KEYS = map(_LISTS.by_language, ("passwords", "keys"))
COMPOUNDS, OTHER_KEYS, QUALIFIERS = map(_LISTS.words, ("compounds", "other_keys", "qualifiers"))
ELSEWHERE = _LISTS.words("elsewhere")
CODE_HINTS = _LISTS.ordered("code_hints")

# Their digits would be anything without the word.
CODES = (
    r"(?:\b(?-i:PIN)\b|\bpin[ -]?(?:code|number)\b|\bpin(?= is\b| ?[:=])|\b(?:cvv2?|cvc2?)\b(?:[ -]?code)?"
    r"|\b(?:one[- ]time|backup|recovery|verification|security|access|unlock|login|sign[- ]?in|2fa|mfa|otp|totp|sms"
    r"|authenticat(?:ion|or)|door|gate|alarm|entry|entrance|safe|locker|lock|vault|garage|keypad|lockbox|voicemail"
    r"|einmal|zugangs|tür|tresor|freischalt|bestätigungs|sicherheits)[- ]?"
    r"(?:codes?|pass(?:word|code)s?|pin|combination|combo|tan)\b"
    r"|\b(?:otp|totp|tan)\b(?= ?[:=]| is\b)"
    r"|\b(?:geheimzahl|code (?:pin|secret|confidentiel)|código (?:pin|de seguridad|de verificación)"
    r"|codice pin|pincode|pinkod|pin-koodi|пин-?код|код доступа)\b"
    r"|暗証番号|验证码|驗證碼|認証コード|確認コード|인증번호|인증 ?코드|पिन|ಪಿನ್)"
)

# What links the word to the value.
LINKS = (
    "(?:was|has been|have been|been) (?:re)?(?:set|changed|updated) to|wurde auf|is now|is nu|is|was|are|equals"
    "|to be|set to|changed to|reset to|updated to|now|ist jetzt|ist nun|ist|lautet jetzt|lautet|lauten|war|heißt"
    "|heisst|est maintenant|est désormais|est|était|c'est|désormais|sera|es ahora|ahora es|es|era|ahora|cambiada a"
    "|ora è|è ora|è|cambiata in|agora é|é agora|é|são|alterada para|sono|luidt|nu|son|adalah|ialah|er|är|on|to"
    "|jest|je|este|volt|olan|είναι|теперь|изменен[оа]? на|изменён на|сменили на|поменяли на|это|је|هي|هو|है|अब"
    "|बदलकर|ಆಗಿದೆ|ಈಗ|ಎಂದರೆ|ಅನ್ನು|là|คือ"
)
TIGHT_LINKS = "改成了|改成|改为|改為|变成|設為|设为|是|为|為|は|が|を|：|＝|는|은|이|가|를|을"
