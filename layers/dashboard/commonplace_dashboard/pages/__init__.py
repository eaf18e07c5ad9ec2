"""The pages that there are, in the order in which the sidebar lists them: a module each."""

from .connect import PAGE as CONNECT

PAGES = (CONNECT,)
