"""Finds ids in the structured arguments and results of tool calls, without a model and never in free text.

:func:`.capture.capture` is the entry point. ``generic`` has the forms of ids of any service, ``connectors``
those of one service: add a line there for another id.
"""
