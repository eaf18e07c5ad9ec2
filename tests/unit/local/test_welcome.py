"""What a start prints, and when it shows a key."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from local import welcome
from local.data_folder import DataError, DataFolder

URL = "http://127.0.0.1:8787"
LINK = f"{URL}/sign-in/link?code=abc"


def test_the_first_start_shows_a_key_and_lines_to_paste() -> None:
    text = welcome.text(URL, Path(".data"), "cpk_1", LINK)

    assert text.startswith(f"Commonplace is ready at {URL}\n")
    lines = [shlex.split(line) for line in text.splitlines() if line.startswith("curl")]
    assert [line[2] for line in lines] == [f"{URL}/v1/tools/remember", f"{URL}/v1/tools/recall"]
    assert all("Authorization: Bearer cpk_1" in line for line in lines)
    for hint in ("Ctrl+C", "README.md", ".data", f"{URL}/mcp"):
        assert hint in text


def test_the_first_start_shows_how_an_agent_connects() -> None:
    lines = welcome.text(URL, Path(".data"), "cpk_1", LINK).splitlines()

    (added,) = (shlex.split(line) for line in lines if line.startswith("claude mcp add"))
    assert added[3:] == [
        "--transport",
        "http",
        "commonplace",
        f"{URL}/mcp",
        "--header",
        "Authorization: Bearer cpk_1",
    ]
    (configured,) = (json.loads(line) for line in lines if line.startswith("{"))
    assert configured == {
        "mcpServers": {
            "commonplace": {"type": "http", "url": f"{URL}/mcp", "headers": {"Authorization": "Bearer cpk_1"}}
        }
    }


def test_later_starts_say_how_to_get_another_key() -> None:
    text = welcome.text(URL, Path("/some where/data"), None, LINK)

    assert "curl" not in text
    assert "-m local key --data '/some where/data' --account local" in text


def test_the_default_folder_goes_without_saying() -> None:
    for data in (Path(".data"), Path.cwd() / ".data"):
        text = welcome.text(URL, data, None, LINK)
        assert f"another: {welcome.link_command(data)})" in text
        assert welcome.link_command(data).endswith("python -m local link")
        assert "-m local key --account local\n" in text
    assert welcome.link_command(Path("other")).endswith("python -m local link --data other")


@pytest.mark.parametrize("key", ["cpk_1", None])
def test_every_start_shows_a_link_to_the_dashboard_and_how_to_get_another(key: str | None) -> None:
    text = welcome.text(URL, Path("/some where/data"), key, LINK)

    assert f"Dashboard:    {LINK}\n" in text
    assert "-m local link --data '/some where/data'" in text


@pytest.mark.requirement("B1")
@pytest.mark.parametrize("key", ["cpk_1", None])
def test_every_start_says_how_to_make_a_key_that_manages(key: str | None) -> None:
    text = welcome.text(URL, Path("other"), key, LINK)

    assert "-m local key --data other --account local --scopes read,write,manage\n" in text


@pytest.mark.requirement("B1")
def test_a_start_says_whether_the_tables_can_be_reached() -> None:
    assert "_dynamodb" not in welcome.text(URL, Path(".data"), None, LINK)
    assert f"DynamoDB:     {URL}/_dynamodb (asks for no credential)\n" in welcome.text(
        URL, Path(".data"), None, LINK, dynamodb=True
    )


def test_a_folder_tells_where_its_server_was_started_last(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    seen = [folder.address]
    folder.note_address(URL)

    assert [*seen, folder.address] == [None, URL]


def test_a_folder_is_new_until_a_key_was_shown(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "deep" / "data")
    folder.make()
    folder.database.touch()
    seen = [folder.is_new]
    folder.make()  # a start that was killed before it showed the key changes nothing
    seen.append(folder.is_new)
    folder.mark_welcomed()
    folder.make()
    seen.append(folder.is_new)

    assert seen == [True, True, False]
    assert folder.path.stat().st_mode & 0o077 == 0


def test_a_folder_whose_tables_were_thrown_away_is_new_again(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    folder.mark_welcomed()

    folder.make()

    assert folder.is_new


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(DataError, match=r"file cannot be used"):
        DataFolder(tmp_path / "file").make()
