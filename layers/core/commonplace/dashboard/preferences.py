"""The reader's language and theme, each stored in a cookie."""

from __future__ import annotations

from ..auth.reader_preferences import THEMES
from ..operations.http import Answer
from ..refusals.catalogue import LANGUAGES
from .languages import Language, language_for
from .requests import Request
from .responses import see_other

CHOICES = {"language": LANGUAGES, "theme": THEMES}
COOKIE = "commonplace-"  # prefix of the cookies' names
YEAR = 31_536_000  # seconds


def store_preferences(request: Request) -> Answer | None:
    """Set the cookies for a preference in the address (``?theme=dark``), and redirect to the address without it.

    Returns
    -------
    dict or None
        None if there is no preference in the address. Links from other sites only redirect.
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
    """Return the language of the answer to a request."""
    return language_for(request.cookie(f"{COOKIE}language"), request.headers.get("accept-language", ""))


def theme_of(request: Request) -> str:
    """Return the chosen theme; by default the system's."""
    theme = request.cookie(f"{COOKIE}theme")
    return theme if theme in THEMES else THEMES[0]
