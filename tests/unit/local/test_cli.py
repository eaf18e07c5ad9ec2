"""The command line: what it refuses and what it says then."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from local.cli import main
from local.server import PortError, listen


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: command"),
        (["serve", "--port", "x"], "x is no port"),
        (["serve", "--port", "65536"], "65536 is no port"),
        (["key"], "required: --account"),
        (["key", "--account", "a", "--scopes", "read,admin"], "read,admin is unknown"),
        (["key", "--account", "a", "--may-read"], "need --team"),
        (["key", "--account", "a", "--level", "SECRET"], "invalid choice: 'SECRET'"),
    ],
)
def test_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)

    assert left.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("command", ["serve", "key"])
def test_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])

    assert left.value.code == 0
    assert "--data DIR" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [["link"], ["link", "--url", "http://127.0.0.1:1"], ["backup", "copy.db"]],
    ids=lambda command: command[0],
)
def test_a_folder_without_data_is_told_and_not_made(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()

    for folder in ("none", "empty"):
        assert main([command[0], "--data", folder, *command[1:]]) == 1
        printed = capsys.readouterr()
        assert (printed.out, printed.err) == (
            "",
            f"There is no data in {folder}. Name the folder that the server runs with (--data DIR), or start the "
            f"server with this one first: make run DATA={folder}\n",
        )
    assert [path.name for path in tmp_path.rglob("*")] == ["empty"]


def test_a_taken_port() -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(PortError, match=f"Port {port} is in use"):
            listen(port)


def test_only_the_loopback_address_is_listened_on() -> None:
    with listen(0) as listener:
        assert listener.family is socket.AF_INET
        assert listener.getsockname()[0] == "127.0.0.1"
