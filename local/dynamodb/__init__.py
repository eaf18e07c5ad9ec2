"""DynamoDB's API over one SQLite file, in process; see README.md."""

from .client import connect, connect_streams
from .engine import Engine
from .faults import Faults
from .meter import Call, Meter

__all__ = ["Call", "Engine", "Faults", "Meter", "connect", "connect_streams"]
