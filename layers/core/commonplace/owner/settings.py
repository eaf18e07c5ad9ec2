"""read_settings, change_settings: what the owner wants of the whole account, for him only."""

from __future__ import annotations

from pydantic import Field

from ..domain.imperatives import Imperatives
from ..operations.audit import audit_owner
from ..operations.call import Call
from ..operations.contract import Arguments, ImperativesName, Result, Tool
from ..storage.heads import choose_imperatives, read_account


class ReadSettingsArguments(Arguments):
    """read_settings takes none."""


class ChangeSettingsArguments(Arguments):
    """Arguments of change_settings."""

    imperatives: ImperativesName = Field(
        description="What is done with plain imperatives about work that are written from now on, such as "
        '"Use pnpm in this repo": `quarantine` keeps them for the owner alone; `keep` hands them back with the '
        "kind `rule`. What steers agents, and what is shared with a team, is quarantined in any case."
    )


class Settings(Result):
    """An account's settings."""

    imperatives: ImperativesName


def read_settings(call: Call, _: ReadSettingsArguments) -> Settings:
    """Read the settings."""
    call.caller.require_owner()
    tables = call.runtime.tables
    head = read_account(tables.client, tables.names.directory_table, call.caller.account_id)
    return Settings(imperatives=head.imperatives.value)


def change_settings(call: Call, arguments: ChangeSettingsArguments) -> Settings:
    """Change the settings; they count for what is written afterwards."""
    call.caller.require_owner()
    tables, chosen = call.runtime.tables, Imperatives(arguments.imperatives)
    tables.commit([choose_imperatives(tables.names.directory_table, call.caller.account_id, chosen)])
    audit_owner(call, "settings_changed", about=f"imperatives {chosen.value}")
    return Settings(imperatives=chosen.value)


READ_SETTINGS = Tool(
    name="read_settings",
    title="Read the settings",
    description="What the owner wants of the whole account.",
    arguments=ReadSettingsArguments,
    result=Settings,
    run=read_settings,
    in_pages=True,
    writes=False,
)

CHANGE_SETTINGS = Tool(
    name="change_settings",
    title="Change the settings",
    description="Settings count for what is written afterwards; what is stored stays as it is.",
    arguments=ChangeSettingsArguments,
    result=Settings,
    run=change_settings,
    in_pages=True,
    writes=True,
    idempotent=True,
)
