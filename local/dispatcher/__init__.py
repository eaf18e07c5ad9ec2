"""Calls functions for the streams and schedules that the template binds to them."""

from local.dispatcher.dispatcher import Dispatcher
from local.dispatcher.store import Store

__all__ = ["Dispatcher", "Store"]
