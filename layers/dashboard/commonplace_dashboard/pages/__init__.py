"""The pages that there are, in the order in which the sidebar lists them: a module each."""

from .connect import PAGE as CONNECT
from .keys import PAGE as KEYS
from .memories import PAGE as MEMORIES
from .team import PAGE as TEAM
from .usage import PAGE as USAGE

PAGES = (USAGE, MEMORIES, TEAM, KEYS, CONNECT)
