"""Embedding by Amazon Bedrock, an option for deployments that want a larger model and may send texts to it.

Request and response bodies are those of the Amazon Bedrock User Guide ("Amazon Titan Text Embeddings",
"Cohere Embed v3").
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...storage.chunks import chunks
from .prepared import has_word, prepared
from .protocol import Embedder, Vector
from .vectors import of_length_1

if TYPE_CHECKING:
    from botocore.client import BaseClient


def client() -> BaseClient:
    """Return a client for Bedrock in the function's region."""
    import boto3
    from botocore.config import Config

    config = Config(
        retries={"mode": "standard", "total_max_attempts": 3},
        connect_timeout=1,
        read_timeout=5,
        tcp_keepalive=True,
    )
    made: BaseClient = boto3.client("bedrock-runtime", config=config)
    return made


class TitanEmbedder:
    """Amazon Titan Text Embeddings V2: one text a request."""

    NAME = "amazon.titan-embed-text-v2:0"
    MOST_CHARACTERS = 8_000  # it takes 8,192 tokens, and a token is at least about a character
    model_id = "amazon.titan-embed-text-v2:0:512"
    dimensions = 512  # of 256, 512 and 1024
    typical = None

    def __init__(self, client: BaseClient) -> None:
        self._client = client

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return the vectors of stored texts; see :class:`.protocol.Embedder`."""
        found = np.zeros((len(texts), self.dimensions), np.float32)
        for place, text in enumerate(texts):
            found[place] = self.question(text)
        return found

    def question(self, text: str) -> Vector:
        """Return the vector of a question; see :class:`.protocol.Embedder`."""
        part = prepared(text)[: self.MOST_CHARACTERS]
        if not has_word(part):
            return np.zeros(self.dimensions, np.float32)
        body = {"inputText": part, "dimensions": self.dimensions, "normalize": True}
        answer = _invoked(self._client, self.NAME, body)
        return of_length_1(np.asarray(answer["embedding"], np.float32))

    def is_whole(self, text: str) -> bool:
        """Whether a passage is within the cap."""
        return len(prepared(text)) <= self.MOST_CHARACTERS


class CohereEmbedder:
    """Cohere Embed Multilingual v3: up to 96 texts a request."""

    NAME = "cohere.embed-multilingual-v3"
    MOST_CHARACTERS = 2_048
    MOST_TEXTS = 96
    model_id = "cohere.embed-multilingual-v3:search_document"
    dimensions = 1024
    typical = None

    def __init__(self, client: BaseClient) -> None:
        self._client = client

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return the vectors of stored texts; see :class:`.protocol.Embedder`."""
        return self._embedded([prepared(text)[: self.MOST_CHARACTERS] for text in texts], "search_document")

    def question(self, text: str) -> Vector:
        """Return the vector of a question; see :class:`.protocol.Embedder`."""
        found: Vector = self._embedded([prepared(text)[: self.MOST_CHARACTERS]], "search_query")[0]
        return found

    def is_whole(self, text: str) -> bool:
        """Whether a passage is within the cap of characters; the model may read fewer, 512 tokens."""
        return len(prepared(text)) <= self.MOST_CHARACTERS

    def _embedded(self, parts: Sequence[str], kind: str) -> Vector:
        found = np.zeros((len(parts), self.dimensions), np.float32)
        places = [place for place, part in enumerate(parts) if has_word(part)]
        for some in chunks(places, self.MOST_TEXTS):
            body = {"texts": [parts[place] for place in some], "input_type": kind, "truncate": "END"}
            answer = _invoked(self._client, self.NAME, body)
            found[some] = of_length_1(np.asarray(answer["embeddings"], np.float32))
        return found


MODELS: Mapping[str, Callable[[BaseClient], Embedder]] = {
    TitanEmbedder.NAME: TitanEmbedder,
    CohereEmbedder.NAME: CohereEmbedder,
}


def _invoked(client: Any, model: str, body: Mapping[str, object]) -> dict[str, Any]:
    answer = client.invoke_model(
        modelId=model, body=json.dumps(body), contentType="application/json", accept="application/json"
    )
    found: dict[str, Any] = json.loads(answer["body"].read())
    return found
