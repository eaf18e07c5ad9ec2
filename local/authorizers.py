"""Calls the authorizer functions, and caches their answers for as long as the template says."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from local.functions import LoadedFunction
from local.gateway import API_ID, STAGE, Request
from local.stack import Authorizer
from local.yaml_tags import ACCOUNT, REGION

_MAX_CACHED = 4_096


class Denied(Exception):
    """The request is not authorized."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class AuthorizerAnswerError(Exception):
    """The authorizer returned something that API Gateway does not accept."""


class Authorizers:
    """All authorizers of the API with their cache.

    Parameters
    ----------
    authorizers
        By name.
    functions
        By logical id.
    clock
        Monotonic seconds.
    """

    def __init__(
        self,
        authorizers: Mapping[str, Authorizer],
        functions: Mapping[str, LoadedFunction],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._authorizers, self._functions, self._clock = authorizers, functions, clock
        self._salt = os.urandom(32)
        self._lock = threading.Lock()
        self._cache: OrderedDict[bytes, tuple[float, bool, str]] = OrderedDict()

    def authorize(self, name: str, request: Request, event: dict[str, Any]) -> dict[str, Any]:
        """Return the value of ``requestContext.authorizer``.

        Parameters
        ----------
        name
            The authorizer of the route.
        request
        event
            The base event of the request; it is not changed.

        Raises
        ------
        Denied
            If the authorizer denies the request: with 401 if an identity source is missing, else with 403.
        FunctionError
            If the authorizer raises.
        AuthorizerAnswerError
            If its answer does not have the simple form.
        """
        authorizer = self._authorizers[name]
        query = request.query
        identity = [request.headers.get(header, "") for header in authorizer.headers]
        identity += [query.get(parameter, "") for parameter in authorizer.query]
        if not all(identity):
            # API Gateway answers this itself. Here the authorizer is asked, so that the function can answer in its
            # own form, which says how a key is sent.
            allowed, context = self._call(authorizer, identity, event)
            if not allowed:
                raise Denied(401, "Unauthorized")
            return {"lambda": json.loads(context)}
        key = self._key(name, identity) if authorizer.cache_seconds else None
        found = None if key is None else self._cached(key)
        if found is None:
            found = self._call(authorizer, identity, event)
            if key is not None:
                self._cache_answer(key, authorizer.cache_seconds, found)
        allowed, context = found
        if not allowed:
            raise Denied(403, "Forbidden")
        return {"lambda": json.loads(context)}

    def _call(self, authorizer: Authorizer, identity: list[str], event: dict[str, Any]) -> tuple[bool, str]:
        http = event["requestContext"]["http"]
        arn = f"arn:aws:execute-api:{REGION}:{ACCOUNT}:{API_ID}/{STAGE}/{http['method']}{http['path']}"
        payload = {
            **json.loads(json.dumps(event)),  # a copy, which the function may change
            "type": "REQUEST",
            "routeArn": arn,
            "identitySource": identity,
        }
        answer = self._functions[authorizer.function].invoke(payload)
        if not isinstance(answer, dict) or not isinstance(answer.get("isAuthorized"), bool):
            raise AuthorizerAnswerError("isAuthorized is missing")
        try:
            return answer["isAuthorized"], json.dumps(answer.get("context"))
        except (TypeError, ValueError) as error:
            raise AuthorizerAnswerError("the context is no JSON") from error

    def _key(self, name: str, identity: list[str]) -> bytes:
        """Hash the identity sources: no credential stays in memory for longer than its request."""
        text = json.dumps([name, *identity])
        return hashlib.blake2b(text.encode(), key=self._salt).digest()

    def _cached(self, key: bytes) -> tuple[bool, str] | None:
        with self._lock:
            entry = self._cache.get(key)
            if entry is None:
                return None
            if entry[0] <= self._clock():
                del self._cache[key]
                return None
            return entry[1], entry[2]

    def _cache_answer(self, key: bytes, seconds: int, found: tuple[bool, str]) -> None:
        with self._lock:
            self._cache[key] = (self._clock() + seconds, *found)
            self._cache.move_to_end(key)
            while len(self._cache) > _MAX_CACHED:
                self._cache.popitem(last=False)
