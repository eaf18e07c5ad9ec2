"""All pages, in the order of the sidebar; one module each."""

from .connect import PAGE as CONNECT
from .connectors import PAGE as CONNECTORS
from .keys import PAGE as KEYS
from .memories import PAGE as MEMORIES
from .settings import PAGE as SETTINGS
from .team import PAGE as TEAM
from .usage import PAGE as USAGE

PAGES = (USAGE, MEMORIES, TEAM, CONNECTORS, KEYS, SETTINGS, CONNECT)
