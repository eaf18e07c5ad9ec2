"""Finds ids in the structured arguments and results of tool calls, without a model and never in free text.

:func:`commonplace.identifiers.capture.capture` is the way in. ``generic`` holds what is an id anywhere,
``connectors`` what is one in a service's results: add a line there for another id.
"""
