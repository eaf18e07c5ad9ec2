# ruff: noqa: RUF001
"""Finds what looks like the markup of a chat: a record is data and never holds a turn of its own."""

from __future__ import annotations

import json

from .patterns import compiled

CHAT_MARKUP = "chat markup"

# Pieces one of which every match holds: the patterns are compiled only for a text that has one.
_HINTS = (
    "<",
    "[",
    "###",
    "```",
    "---",
    "===",
    "***",
    "%%%",
    "~~~",
    "+++",
    "system:",
    "user:",
    "assistant:",
    "human:",
    "{",
    "＜",
    "【",
    "◁",
    "|",
)

_TAGS = (
    "system|assistant|user|human|tool_call|tool_calls|tool_use|tool_result|tool_response|function_calls?|"
    "function_results?|invoke|parameter|instructions?|system_prompt|system[-_](?:message|reminder|note"
    "|instructions?|"
    "override)|thinking|think|scratchpad|reasoning|admin|developer|im_start|im_end|untrusted|context|memory"
    "|memories|"
    "retrieved|document|end_of_turn|start_of_turn|eot|s|inst|sys|important|prompt|secret|hidden|command|override|"
    "relevant_memory|memory_context|notes?|cmd|bot|ai|agent|answer_instructions|task|rules?|policy|tool_code"
)
_PATTERN = (
    r"(?im)"
    # Tags that only a chat's own frame would hold.
    rf"<\s{{0,3}}/?\s{{0,3}}(?:antml:)?(?:{_TAGS})\b(?:\s[^<>]{{0,80}})?/?>"
    r"|<[|｜][^<>|｜\n]{1,40}[|｜]>|<\|?(?:im_start|im_end|im_sep|endoftext|eot_id|start_header_id)"
    r"|\[/?\s?(?:inst|sys|system|assistant|user|system[ _](?:message|prompt|note|override|instruction)s?)\s?\]"
    r"|<<\s?/?sys\s?>>|\{\{\s?#?(?:system|assistant|user)\b"
    # Fences and banners of a chat's own parts.
    r"|^[ \t>]{0,8}```[ \t]?(?:system|assistant|instructions?|prompt|tool_code)\b"
    r"|^[ \t]{0,8}[-=#*%~_+<\[]{3,40}[ \t]?(?:system|admin|administrator|developer|root|new|security)[ \t]"
    r"(?:override|instructions?|prompts?|message|commands?|rules|task|directives?)\b"
    # Headings and labels that open a turn.
    r"|^[ \t>*]{0,8}#{1,6} ?(?:system|assistant|user|human|instructions?|new instructions?|response|input|"
    r"system prompt|end of|begin|start of|override)\b[^\n]{0,60}(?::|#|$)"
    r"|^[ \t>*_]{0,8}(?:system|assistant|human|developer|ai|bot)[ \t*_]{0,4}(?: (?:prompt|message|override)"
    r")?[ \t*_]{0,3}:[ \t]*\S"
    # Marks that pretend to end what is quoted.
    r"|(?<![-=#*~<\[])[-=#*~<\[]{2,40}\s?(?:end|begin|start)(?: of)? (?:the )?(?:user |system |assistant |"
    r"untrusted |quoted "
    r"|retrieved |"
    r"trusted )?(?:input|context|prompt|instructions?|document|data|message|quote|memory|memories|conversation|"
    r"content|text|note|notes|email|user|system|assistant)\b"
    # A call of a tool, as models write it.
    r"|\{\s?[\"'](?:tool|tool_name|tool_call|tool_calls|function|function_call|recipient_name|action|name"
    r"|type|role)[\"']\s?:"
    r"\s?(?:\{|\[|[\"'](?:system|assistant|developer|tool_use|tool_call|function|function_call)[\"']"
    r"|[\"'][\w.-]{1,60}[\"']\s?,\s?[\"'](?:arguments|parameters|args|input|action_input|params|tool_input"
    r"|content)[\"'])"
)


def find_markup(text: str) -> str | None:
    """Return the kind if a text holds markup of a chat, else None."""
    lower = text.lower()
    if not any(hint in lower for hint in _HINTS):
        return None
    return CHAT_MARKUP if compiled(_PATTERN).search(text) else None


def is_chat(text: str) -> bool:
    """Check whether a text is, as a whole, a message of a chat as JSON or a list of them: data, no turn.

    What the messages say is judged like any text.
    """
    text = text.strip()
    if text[:1] not in "[{" or text[-1:] not in "]}" or '"role"' not in text:
        return False
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    messages = found if isinstance(found, list) else [found]
    return all(
        isinstance(one, dict) and set(one) <= _OF_MESSAGES and one.get("role") in _SPEAKERS for one in messages
    )


_OF_MESSAGES = {"role", "content", "name", "timestamp", "id"}
_SPEAKERS = {"user", "assistant"}  # whoever writes as the system or a tool steers
