"""What an agent missed while it was away: its events, in an order that only grows.

Most events are not written anywhere: what was remembered, set and shared is told by the records themselves. Only
what leaves no record (a rise, something forgotten, a changed list of tools, an erasure) has an entry in a feed.
"""
