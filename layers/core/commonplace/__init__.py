"""Commonplace core: everything the functions share.

``records`` and ``guards`` are pure; ``tables`` alone talks to DynamoDB; ``tools`` holds one module a tool:
its contract and what it does. Functions are thin: they hand their event to :mod:`commonplace.operations.http`.
"""
