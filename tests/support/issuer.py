"""A real OpenID Connect issuer on a free port, made of Authlib: it consents at once, and turns its keys."""

from __future__ import annotations

import json
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, AuthorizationServer, ClientMixin, OAuth2Request
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core.grants import OpenIDCode
from joserfc import jwt
from joserfc.errors import SecurityWarning
from joserfc.jwk import ECKey, Key, OKPKey, RSAKey

AUDIENCE = "https://memory.example.com/mcp"
CLIENT = "dashboard"
SUBJECT = "user-1"
READ, WRITE, MANAGE = "commonplace:read", "commonplace:write", "commonplace:manage"


def new_key(kid: str, algorithm: str = "ES256") -> Key:
    """A key pair of the kind that an algorithm needs."""
    if algorithm in ("RS256", "PS256"):
        return RSAKey.generate_key(2048, {"kid": kid})
    if algorithm == "EdDSA":
        return OKPKey.generate_key("Ed25519", {"kid": kid})
    return ECKey.generate_key("P-256", {"kid": kid})


@dataclass
class Code(AuthorizationCodeMixin):  # type: ignore[misc]
    """What stands behind a code until it is exchanged, once."""

    redirect_uri: str
    scope: str
    nonce: str | None
    code_challenge: str
    code_challenge_method: str

    def get_redirect_uri(self) -> str:
        return self.redirect_uri

    def get_scope(self) -> str:
        return self.scope

    def get_nonce(self) -> str | None:
        return self.nonce

    def get_auth_time(self) -> int | None:
        return None

    def get_acr(self) -> str | None:
        return None

    def get_amr(self) -> list[str] | None:
        return None


@dataclass
class Issuer:
    """The issuer and what tests turn of it.

    Attributes
    ----------
    url
        Its address, and what its tokens call it.
    keys
        Those that it publishes; it signs with the first.
    now
        Tells its tokens' time, in seconds since 1970.
    secret
        Of its client; None: the client is public.
    subject
        Who signs in next.
    asked
        Paths that were asked for, in order.
    wrong
        Claims that its ID tokens have in place of right ones.
    documents
        Answers in the place of its own, by path.
    exchanged
        Changes what its token endpoint answers.
    """

    url: str = ""
    keys: list[Key] = field(default_factory=lambda: [new_key("first")])
    now: Callable[[], float] = time.time
    secret: str | None = None
    subject: str = SUBJECT
    asked: list[str] = field(default_factory=list)
    wrong: dict[str, Any] = field(default_factory=dict)
    documents: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    exchanged: Callable[[dict[str, Any]], dict[str, Any]] = lambda answer: answer
    codes: dict[str, Code] = field(default_factory=dict)

    def token(self, key: Key | None = None, header: dict[str, Any] | None = None, **claims: Any) -> str:
        """An access token; a claim that is given as None is left out.

        Parameters
        ----------
        key
            With which it is signed.
        header, claims
            In place of the usual ones.
        """
        moment = int(self.now())
        usual = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": self.subject,
            "client_id": "agent",
            "scope": f"{READ} {WRITE}",
            "iat": moment,
            "exp": moment + 600,
        }
        said = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        signing = key or self.keys[0]
        algorithm = {"EC": "ES256", "OKP": "EdDSA", "RSA": "RS256"}[signing.key_type]
        head = {"alg": algorithm, "typ": "at+jwt", "kid": signing.kid, **(header or {})}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SecurityWarning)  # EdDSA is to be called Ed25519 now, and is not yet
            return jwt.encode(head, said, signing, algorithms=[head["alg"]])

    def published(self) -> bytes:
        """Its document of keys."""
        return json.dumps({"keys": [key.as_dict(private=False) for key in self.keys]}).encode()

    def about(self) -> bytes:
        """What it says of itself."""
        return json.dumps(
            {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "jwks_uri": f"{self.url}/keys",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["ES256"],
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
            }
        ).encode()


@contextmanager
def issuing(issuer: Issuer | None = None) -> Iterator[Issuer]:
    """Run an issuer for as long as the block does."""
    issuer = issuer or Issuer()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(issuer))
    server.daemon_threads = True
    issuer.url = f"http://127.0.0.1:{server.server_port}/realm"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield issuer
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(issuer: Issuer) -> type[BaseHTTPRequestHandler]:
    flow = _flow(issuer)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            path = parts.path.removeprefix("/realm")
            issuer.asked.append(path)
            if path in issuer.documents:
                self.answer(*issuer.documents[path])
            elif path == "/.well-known/openid-configuration":
                self.answer(200, issuer.about())
            elif path == "/keys":
                self.answer(200, issuer.published())
            elif path == "/authorize":
                asked = self.asked("GET", dict(parse_qsl(parts.query)))
                grant = flow.get_consent_grant(asked, issuer.subject)
                self.answer(*flow.create_authorization_response(asked, issuer.subject, grant))
            else:
                self.answer(404, b"{}")

        def do_POST(self) -> None:
            form = dict(parse_qsl(self.rfile.read(int(self.headers["content-length"])).decode()))
            issuer.asked.append("/token")
            self.answer(*flow.create_token_response(self.asked("POST", form)))

        def asked(self, method: str, values: dict[str, str]) -> OAuth2Request:
            return _Asked(
                method, issuer.url + self.path, values, {name.title(): one for name, one in self.headers.items()}
            )

        def answer(self, status: int, body: bytes, headers: tuple[tuple[str, str], ...] = ()) -> None:
            self.send_response(status)
            for name, value in (*headers, ("Content-Length", str(len(body)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


class _Asked(OAuth2Request):  # type: ignore[misc]
    def __init__(self, method: str, uri: str, values: dict[str, str], headers: dict[str, str]) -> None:
        super().__init__(method, uri, headers=headers)
        self.payload = BasicOAuth2Payload(values)
        self._values = values

    @property
    def args(self) -> dict[str, str]:
        return self._values

    @property
    def form(self) -> dict[str, str]:
        return self._values


def _flow(issuer: Issuer) -> AuthorizationServer:
    class Client(ClientMixin):  # type: ignore[misc]
        client_id = CLIENT

        def get_client_id(self) -> str:
            return CLIENT

        def get_allowed_scope(self, scope: str) -> str:
            return scope

        def check_redirect_uri(self, uri: str) -> bool:
            return urlsplit(uri).path == "/sign-in/callback"

        def check_client_secret(self, secret: str) -> bool:
            return secret == issuer.secret

        def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
            return method == ("none" if issuer.secret is None else "client_secret_basic")

        def check_response_type(self, kind: str) -> bool:
            return kind == "code"

        def check_grant_type(self, kind: str) -> bool:
            return kind == "authorization_code"

        @property
        def id_token_signed_response_alg(self) -> str:
            return "ES256"

    class Grant(AuthorizationCodeGrant):  # type: ignore[misc]
        TOKEN_ENDPOINT_AUTH_METHODS = ("none", "client_secret_basic")

        def save_authorization_code(self, code: str, request: Any) -> None:
            data = request.payload.data
            issuer.codes[code] = Code(
                data["redirect_uri"],
                request.scope,
                data.get("nonce"),
                data["code_challenge"],
                data["code_challenge_method"],
            )

        def query_authorization_code(self, code: str, client: Any) -> Code | None:
            return issuer.codes.get(code)

        def delete_authorization_code(self, code: Code) -> None:
            issuer.codes = {text: one for text, one in issuer.codes.items() if one is not code}

        def authenticate_user(self, code: Code) -> str:
            return issuer.subject

    class IdTokens(OpenIDCode):  # type: ignore[misc]
        def exists_nonce(self, nonce: str, request: Any) -> bool:
            return False

        def resolve_client_private_key(self, client: Any) -> Key:
            return issuer.keys[0]

        def get_encode_header(self, client: Any) -> dict[str, str]:
            return {"alg": "ES256", "kid": str(issuer.keys[0].kid)}

        def get_client_claims(self, client: Any) -> dict[str, Any]:
            moment = int(issuer.now())
            return {"iss": issuer.url, "iat": moment, "exp": moment + 600, "auth_time": moment}

        def generate_user_info(self, user: str, scope: str) -> dict[str, Any]:
            return {"sub": user, "name": "Ada <b>", **issuer.wrong}

    class Server(AuthorizationServer):  # type: ignore[misc]
        def query_client(self, client_id: str) -> Client | None:
            return Client() if client_id == CLIENT else None

        def save_token(self, token: Any, request: Any) -> None:
            pass

        def create_oauth2_request(self, request: OAuth2Request) -> OAuth2Request:
            return request

        def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
            pass

        def handle_response(self, status: int, body: Any, headers: Any) -> tuple[int, bytes, Any]:
            if isinstance(body, dict):
                body = json.dumps(issuer.exchanged(body) if status == 200 else body)
            return status, body.encode(), tuple(headers)

    server = Server()
    server.register_token_generator(
        "default",
        lambda scope, **_: {"token_type": "Bearer", "access_token": issuer.token(scope=scope), "scope": scope},
    )
    server.register_grant(Grant, [IdTokens(require_nonce=True), CodeChallenge(required=True)])
    return server
