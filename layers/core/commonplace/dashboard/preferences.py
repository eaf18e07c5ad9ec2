"""What a reader chose of how pages look to him: language and theme, each kept in a cookie."""

from __future__ import annotations

from ..operations.http import Answer
from .languages import LANGUAGES, Language, chosen
from .requests import Request
from .responses import see_other

THEMES = ("auto", "light", "dark")
CHOICES = {"language": LANGUAGES, "theme": THEMES}
COOKIE = "commonplace-"  # begins their names
YEAR = 31_536_000  # seconds


def store_preferences(request: Request) -> Answer | None:
    """Keep what the address chooses (``?theme=dark``), and lead to the address without it.

    A link on another site's page chooses nothing.

    Returns
    -------
    dict or None
        None if it chooses nothing.
    """
    made = [name for name, values in CHOICES.items() if request.query.get(name) in values]
    if request.method != "GET" or not made:
        return None
    place = request.address(without=tuple(CHOICES))
    secure = "; Secure" if request.secure else ""
    if request.is_cross_site:
        return see_other(place)
    return see_other(
        place,
        [f"{COOKIE}{name}={request.query[name]}; Max-Age={YEAR}; Path=/; SameSite=Lax{secure}" for name in made],
    )


def language_of(request: Request) -> Language:
    """Return the language in which a request is answered."""
    return chosen(request.cookie(f"{COOKIE}language"), request.headers.get("accept-language", ""))


def theme_of(request: Request) -> str:
    """Return the theme: as the system has it, unless one was chosen."""
    theme = request.cookie(f"{COOKIE}theme")
    return theme if theme in THEMES else THEMES[0]
