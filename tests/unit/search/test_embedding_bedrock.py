"""Embedding by Amazon Bedrock: what is sent, what is read, and that texts without a word are not sent."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import boto3
import numpy as np
import pytest
from botocore.exceptions import ClientError
from botocore.response import StreamingBody
from botocore.stub import Stubber

from commonplace.search.embedding.bedrock import CohereEmbedder, TitanEmbedder

TITAN = "amazon.titan-embed-text-v2:0"
COHERE = "cohere.embed-multilingual-v3"
Expect = Callable[[str, dict[str, Any], dict[str, Any]], None]


@pytest.fixture
def bedrock() -> Iterator[tuple[Any, Expect]]:
    client = boto3.client("bedrock-runtime", region_name="eu-central-1")
    with Stubber(client) as stubber:

        def expect(model: str, body: dict[str, Any], answer: dict[str, Any]) -> None:
            sent = json.dumps(answer).encode()
            stubber.add_response(
                "invoke_model",
                {"body": StreamingBody(io.BytesIO(sent), len(sent)), "contentType": "application/json"},
                {
                    "modelId": model,
                    "body": json.dumps(body),
                    "contentType": "application/json",
                    "accept": "application/json",
                },
            )

        yield client, expect
        stubber.assert_no_pending_responses()
    client.close()


def numbers(count: int, first: float = 1.0) -> list[float]:
    return [first] + [0.0] * (count - 1)


def titan_body(text: str) -> dict[str, Any]:
    return {"inputText": text, "dimensions": 512, "normalize": True}


def test_titan_is_asked_text_by_text(bedrock: tuple[Any, Expect]) -> None:
    client, expect = bedrock
    for text in ("tea", "grün 茶"):
        expect(TITAN, titan_body(text), {"embedding": numbers(512, 2.0), "inputTextTokenCount": 3})

    found = TitanEmbedder(client).passages(["tea", "😀", " grün\0茶 "])
    assert found.shape == (3, 512)
    np.testing.assert_array_equal(found[:, 0], [1.0, 0.0, 1.0])


def test_titan_reads_questions_as_passages(bedrock: tuple[Any, Expect]) -> None:
    client, expect = bedrock
    expect(TITAN, titan_body("tea?"), {"embedding": numbers(512), "inputTextTokenCount": 2})

    assert TitanEmbedder(client).question("tea?").tolist() == numbers(512)


def test_cohere_tells_passages_from_questions(bedrock: tuple[Any, Expect]) -> None:
    client, expect = bedrock
    rest = {"truncate": "END"}
    expect(
        COHERE,
        {"texts": ["tea", "茶"], "input_type": "search_document", **rest},
        {"embeddings": [numbers(1024), numbers(1024, -3.0)], "texts": ["tea", "茶"]},
    )
    expect(COHERE, {"texts": ["tea?"], "input_type": "search_query", **rest}, {"embeddings": [numbers(1024, 0.5)]})
    model = CohereEmbedder(client)

    assert model.passages(["tea", "", "茶"])[:, 0].tolist() == [1.0, 0.0, -1.0]
    assert model.question("tea?")[0] == 1.0


def test_cohere_is_sent_96_texts_at_a_time(bedrock: tuple[Any, Expect]) -> None:
    client, expect = bedrock
    texts = [f"fact {number}" for number in range(100)]
    for some in (texts[:96], texts[96:]):
        expect(
            COHERE,
            {"texts": some, "input_type": "search_document", "truncate": "END"},
            {"embeddings": [numbers(1024)] * len(some)},
        )

    assert CohereEmbedder(client).passages(texts)[:, 0].tolist() == [1.0] * 100


@pytest.mark.requirement("D4")
@pytest.mark.parametrize("model", [TitanEmbedder, CohereEmbedder])
def test_nothing_is_asked_where_there_is_no_word(bedrock: tuple[Any, Expect], model: Any) -> None:
    made = model(bedrock[0])

    assert not made.passages(["", "😀", "?!"]).any()
    assert not made.question("…").any()
    assert made.passages([]).shape == (0, made.dimensions)


@pytest.mark.parametrize(("model", "most"), [(TitanEmbedder, 8_000), (CohereEmbedder, 2_048)])
def test_a_long_text_is_cut_and_known_to_be(bedrock: tuple[Any, Expect], model: Any, most: int) -> None:
    client, expect = bedrock
    made = model(client)
    if model is TitanEmbedder:
        expect(TITAN, titan_body("a" * most), {"embedding": numbers(512)})
    else:
        body = {"texts": ["a" * most], "input_type": "search_document", "truncate": "END"}
        expect(COHERE, body, {"embeddings": [numbers(1024)]})

    assert made.passages(["a" * 20_000])[0, 0] == 1.0
    assert (made.is_whole("a" * most), made.is_whole("a" * (most + 1))) == (True, False)


def test_ids_tell_models_and_sizes_apart() -> None:
    assert TitanEmbedder.model_id != CohereEmbedder.model_id
    assert "512" in TitanEmbedder.model_id


def test_an_error_of_bedrock_reaches_the_caller() -> None:
    client = boto3.client("bedrock-runtime", region_name="eu-central-1")
    with Stubber(client) as stubber:
        stubber.add_client_error("invoke_model", "AccessDeniedException", http_status_code=403)
        with pytest.raises(ClientError, match="AccessDenied"):
            TitanEmbedder(client).question("tea")
    client.close()
