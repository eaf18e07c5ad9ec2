"""Payment cards: an issuer's range, its length and the check digit, and nothing around that says otherwise."""

from __future__ import annotations

import re

from ...domain.word_lists import WordLists
from .checksums import luhn
from .patterns import compiled

_DIGITS = r"(?<![\w.,+#/=-])\d(?:[ \u00a0-]?\d){12,18}(?![\w]|[.,-]\d)"
_CARD_WORDS = (
    r"(?i)card|\bcc\b|visa|master|amex|american express|discover|diners|\bjcb\b|maestro|union ?pay|\bpan\b"
    r"|credit|debit|\bcvv|\bcvc|\bexp|karte|carte|tarjeta|cart[ãa]o|carta|kaart|карт|kort|カード|卡|카드|कार्ड|ಕಾರ್ಡ್|بطاقة"
)
_OTHER_WORDS = (
    r"(?i)order|invoice|transaction|tracking|shipment|parcel|(?:\b|_)ids?\b|imei|phone|tel\b|fax|serial|ticket|case|ref|account|isbn|ean\b"
    r"|upc|gtin|sku|timestamp|epoch|snowflake|build|number of|bestell|rechnung|sendung|commande|pedido|заказ"
    r"|訂單|订单|注文|주문"
)
# Numbers that payment services publish for tests.
_TEST_NUMBERS = WordLists(__file__, "placeholders").words("test_cards")


def card(text: str) -> str | None:
    """Return ``payment card`` if a text holds the number of one."""
    for match in compiled(_DIGITS).finditer(text):
        number = "".join(char for char in match.group() if char.isascii() and char.isdigit())
        lengths = _lengths(number)
        if number in _TEST_NUMBERS or len(number) not in lengths or not luhn(number) or len(set(number)) < 2:
            continue
        before, after = text[max(0, match.start() - 60) : match.start()], text[match.end() : match.end() + 40]
        if compiled(_CARD_WORDS).search(before) or compiled(_CARD_WORDS).search(after):
            return "payment card"
        if _is_grouped(match.group()) or (
            len(number) in (15, 16) and not compiled(_OTHER_WORDS).search(before[-40:])
        ):
            return "payment card"
    return None


def _lengths(number: str) -> tuple[int, ...]:
    """Return the lengths that numbers of the issuer with this beginning have."""
    two, three, four = int(number[:2]), int(number[:3]), int(number[:4])
    if number[0] == "4":
        return (13, 16, 19)
    if 51 <= two <= 55 or 2221 <= four <= 2720:
        return (16,)
    if two in (34, 37):
        return (15,)
    if four == 6011 or two == 65 or 644 <= three <= 649 or 3528 <= four <= 3589:
        return (16, 19)
    if two in (36, 38, 39) or 300 <= three <= 305:
        return (14, 16)
    if two == 62:
        return (16, 17, 18, 19)
    if two in (50, 56, 57, 58, 60, 63, 67, 68):
        return (16, 18, 19)
    return ()


def _is_grouped(written: str) -> bool:
    """Return whether digits are parted as on a card: fours, or four, six and five."""
    groups = [len(group) for group in re.split(r"[ \u00a0-]", written)]
    return groups in ([4, 4, 4, 4], [4, 6, 5], [4, 6, 4], [4, 4, 4, 4, 3])
