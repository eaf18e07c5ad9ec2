"""The events that an agent missed while it was disconnected, in an order that only grows.

Most events are not stored: they are read from the records of memories, goals and plans. Only an event that leaves
no record (a raised level, a forgotten memory, a changed list of tools, an erasure) is an entry in a feed.
"""
