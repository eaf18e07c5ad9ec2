"""Which model embeds is one variable of the environment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from commonplace.search.embedding.bedrock import CohereEmbedder, TitanEmbedder
from commonplace.search.embedding.choose import embedder
from commonplace.search.embedding.packaged import PackagedEmbedder

VARIABLE = "EMBEDDING_MODEL"


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    embedder.cache_clear()
    yield
    embedder.cache_clear()


def test_the_packaged_one_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    found = embedder()

    assert isinstance(found, PackagedEmbedder)
    assert embedder() is found
    assert (found.model_id, found.dimensions) == ("multilingual-e5-small:q4:passage", 384)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("packaged", PackagedEmbedder),
        ("amazon.titan-embed-text-v2:0", TitanEmbedder),
        ("cohere.embed-multilingual-v3", CohereEmbedder),
    ],
)
def test_it_is_named_as_bedrock_names_it(monkeypatch: pytest.MonkeyPatch, name: str, kind: type) -> None:
    monkeypatch.setenv(VARIABLE, name)

    assert type(embedder()) is kind


def test_another_name_is_refused_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "gpt")

    with pytest.raises(RuntimeError, match=r"packaged, amazon\.titan-embed-text-v2:0, cohere\.embed-multilingual"):
        embedder()
