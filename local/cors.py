"""Lets pages of other origins call, as an HTTP API with a CORS configuration does."""

from __future__ import annotations

from local.gateway import Request, Response
from local.stack import Cors

_PREFIX = "access-control-"


def preflight(cors: Cors, request: Request) -> Response:
    """Answer OPTIONS where no route does; only the preflight of an allowed page gets headers."""
    headers = [("Vary", "Origin")]
    if _is_allowed(cors, request) and "access-control-request-method" in request.headers:
        headers += [
            ("Access-Control-Allow-Origin", request.headers["origin"]),
            ("Access-Control-Allow-Methods", ",".join(cors.methods)),
            ("Access-Control-Allow-Headers", ",".join(cors.headers)),
            ("Access-Control-Max-Age", str(cors.max_age_seconds)),
        ]
    return Response(204, tuple(headers), b"")


def with_headers(cors: Cors, request: Request, response: Response) -> Response:
    """Let pages of allowed origins read an answer; what the function itself says of origins does not count."""
    headers = [header for header in response.headers if not header[0].lower().startswith(_PREFIX)]
    headers.append(("Vary", "Origin"))
    if _is_allowed(cors, request):
        headers += [
            ("Access-Control-Allow-Origin", request.headers["origin"]),
            ("Access-Control-Expose-Headers", ",".join(cors.exposed)),
        ]
    return Response(response.status, tuple(headers), response.body)


def _is_allowed(cors: Cors, request: Request) -> bool:
    return request.headers.get("origin") in cors.origins
