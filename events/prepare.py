"""Makes the account and the team that the events speak of, and prints a key for the authorizer's events.

``python -m events.prepare --data .data`` works beside a running ``make run`` and without one; running it again
makes another key and leaves the rest.
"""

from __future__ import annotations

import argparse
from pathlib import Path

ACCOUNT = "acc_00000000000000000000000000000001"
TEAM = "team_00000000000000000000000000000001"
NAME = "events"


def prepare() -> str:
    """Make account, team and key in the tables that the process is bound to.

    Returns
    -------
    str
        The key.
    """
    from commonplace.auth.keys import directory, issue_key
    from commonplace.domain.clock import system_clock

    book, now = directory(), system_clock()
    book.account_named(NAME, ACCOUNT, now)
    book.team_named(NAME, TEAM, now)
    return issue_key(account=NAME, team=NAME, may_read=True, may_write=True)


def main() -> None:
    """Prepare a data folder of the local run."""
    from local.data_folder import DataFolder
    from local.template import load

    parser = argparse.ArgumentParser(prog="python -m events.prepare", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(".data"), help="as of make run; default %(default)s")
    engine = DataFolder(parser.parse_args().data).open(load())
    print(prepare())  # noqa: T201
    engine.close()


if __name__ == "__main__":
    main()
