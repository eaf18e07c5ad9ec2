"""A function's environment variables, which template.yaml sets for all functions under Globals."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Settings:
    """Names of the tables, the namespace of the tools, and who may sign in or ask from a browser.

    Attributes
    ----------
    oidc_issuer
        Address of the issuer whose tokens are accepted as well as keys; empty: none.
    oidc_audience
        Audience (``aud``) that a token must have.
    oidc_client_id, oidc_client_secret
        The dashboard's client at the issuer, and the name of its secret (see ``connector_secrets``); empty: the
        client has none.
    oidc_default_scopes
        Scopes of a token that names none of ours: ``read``, ``write``, both or none.
    allowed_origins
        Origins of web pages that may call ``/mcp``, besides the API's own.
    connector_allowed_private
        Private addresses that connectors may reach: ``loopback``, host names, addresses, networks.
    connector_secrets
        Store of connectors' secrets: ``secrets-manager``, or ``environment`` in the local run.
    """

    memories_table: str
    sessions_table: str
    tool_results_table: str
    activity_table: str
    directory_table: str
    erasures_table: str
    tool_namespace: str
    oidc_issuer: str = ""
    oidc_audience: str = ""
    oidc_client_id: str = ""
    oidc_client_secret: str = ""
    oidc_default_scopes: frozenset[str] = frozenset()
    allowed_origins: tuple[str, ...] = ()
    connector_allowed_private: tuple[str, ...] = ()
    connector_secrets: str = "secrets-manager"


@cache
def settings() -> Settings:
    """Read the environment once: on the first call, so that tests and the local server may set it before."""
    return Settings(
        memories_table=_required("MEMORIES_TABLE"),
        sessions_table=_required("SESSIONS_TABLE"),
        tool_results_table=_required("TOOL_RESULTS_TABLE"),
        activity_table=_required("ACTIVITY_TABLE"),
        directory_table=_required("DIRECTORY_TABLE"),
        erasures_table=_required("ERASURES_TABLE"),
        tool_namespace=os.environ.get("TOOL_NAMESPACE", "tulimoa"),
        oidc_issuer=os.environ.get("OIDC_ISSUER", ""),
        oidc_audience=os.environ.get("OIDC_AUDIENCE", ""),
        oidc_client_id=os.environ.get("OIDC_CLIENT_ID", ""),
        oidc_client_secret=os.environ.get("OIDC_CLIENT_SECRET", ""),
        oidc_default_scopes=frozenset(os.environ.get("OIDC_DEFAULT_SCOPES", "").split()),
        allowed_origins=_words(os.environ.get("ALLOWED_ORIGINS", "")),
        connector_allowed_private=_words(os.environ.get("CONNECTOR_ALLOWED_PRIVATE", "")),
        connector_secrets=os.environ.get("CONNECTOR_SECRETS") or "secrets-manager",
    )


def duplicate_similarity() -> str:
    """Return the least similarity of two memories that may be duplicates: a number, or ``off``."""
    return os.environ.get("DUPLICATE_SIMILARITY") or "0.90"


def duplicate_details() -> str:
    """Return what becomes of a text that differs from a stored one in one detail: ``keep`` or ``drop``."""
    return os.environ.get("DUPLICATE_DETAILS") or "keep"


def embedding_model() -> str:
    """Return the embedding model: ``packaged``, or the id of one of Amazon Bedrock's."""
    return os.environ.get("EMBEDDING_MODEL") or "packaged"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").lower().split())


def _required(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise RuntimeError(f"environment variable {name} is not set; template.yaml sets it under Globals")
    return value
