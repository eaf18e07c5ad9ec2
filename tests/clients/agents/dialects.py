"""The languages in which clients talk to models: what a request shows, and how a tool call is ordered."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tests.clients.agents.conversation import Shown

Json = dict[str, Any]
MODEL = "stand-in"
EVENTS, DOCUMENT = "text/event-stream", "application/json"


@dataclass(frozen=True, slots=True)
class Turn:
    """A request.

    Attributes
    ----------
    tools
        Names of the tools that the model may call, with the namespace that some clients keep apart.
    shown
        Results by the id of the call.
    """

    tools: Sequence[tuple[str, str]]
    shown: Mapping[str, Sequence[Shown]]
    streams: bool


@dataclass(frozen=True, slots=True)
class Order:
    """A tool call, or, without a tool, the end."""

    id: str = ""
    tool: tuple[str, str] = ("", "")
    arguments: Mapping[str, Any] | None = None


class Dialect(Protocol):
    def reads(self, path: str) -> bool:
        """Whether an address is one of this dialect's."""

    def turn(self, path: str, body: Json) -> Turn: ...

    def answer(self, order: Order, streams: bool) -> tuple[str, bytes]:
        """The answer's media type and body."""


def _sse(events: Iterable[Json], named: bool = False) -> tuple[str, bytes]:
    lines = [(f"event: {one['type']}\n" if named else "") + f"data: {json.dumps(one)}\n\n" for one in events]
    return EVENTS, "".join(lines).encode()


def _document(body: Json) -> tuple[str, bytes]:
    return DOCUMENT, json.dumps(body).encode()


def _blocks(content: Any) -> list[Shown]:
    """Read a result that is a text, or a list of blocks in one of the dialects' forms."""
    if isinstance(content, str):
        return [Shown("text", content)]
    shown = []
    for block in content or ():
        kind = block.get("type", "")
        if "text" in block:
            shown.append(Shown("text", block["text"]))
        elif "image" in kind:
            shown.append(Shown("image"))
        else:
            shown.append(Shown("file", kind))
    return shown


class Anthropic:
    """Messages API."""

    def reads(self, path: str) -> bool:
        return path.endswith("/v1/messages")

    def turn(self, path: str, body: Json) -> Turn:
        shown = {}
        for message in body["messages"]:
            for block in message["content"] if isinstance(message["content"], list) else ():
                if block["type"] == "tool_result":
                    shown[block["tool_use_id"]] = _blocks(block.get("content"))
        tools = [("", tool["name"]) for tool in body.get("tools") or ()]
        return Turn(tools, shown, bool(body.get("stream")))

    def answer(self, order: Order, streams: bool) -> tuple[str, bytes]:
        if order.id:
            block: Json = {"type": "tool_use", "id": order.id, "name": order.tool[1], "input": order.arguments}
            delta: Json = {"type": "input_json_delta", "partial_json": json.dumps(order.arguments)}
            empty: Json = {**block, "input": {}}
        else:
            block = {"type": "text", "text": "Done."}
            delta, empty = {"type": "text_delta", "text": "Done."}, {"type": "text", "text": ""}
        stop = {"stop_reason": "tool_use" if order.id else "end_turn", "stop_sequence": None}
        usage = {"input_tokens": 10, "output_tokens": 5}
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": MODEL, "usage": usage}
        if not streams:
            return _document({**message, **stop, "content": [block]})
        begin = {**message, "content": [], "stop_reason": None, "stop_sequence": None}
        return _sse(
            [
                {"type": "message_start", "message": begin},
                {"type": "content_block_start", "index": 0, "content_block": empty},
                {"type": "content_block_delta", "index": 0, "delta": delta},
                {"type": "content_block_stop", "index": 0},
                {"type": "message_delta", "delta": stop, "usage": usage},
                {"type": "message_stop"},
            ],
            named=True,
        )


class Responses:
    """OpenAI's Responses API."""

    def reads(self, path: str) -> bool:
        return path.endswith("/responses")

    def turn(self, path: str, body: Json) -> Turn:
        shown = {
            item["call_id"]: _blocks(item["output"])
            for item in body["input"]
            if isinstance(item, dict) and item.get("type") == "function_call_output"
        }
        tools = []
        for one in body.get("tools") or ():
            if one.get("type") == "namespace":
                tools += [(one["name"], each["name"]) for each in one["tools"]]
            elif "name" in one:
                tools.append(("", one["name"]))
        return Turn(tools, shown, bool(body.get("stream")))

    def answer(self, order: Order, streams: bool) -> tuple[str, bytes]:
        item: Json
        if order.id:
            namespace, name = order.tool
            item = {"type": "function_call", "id": f"fc_{order.id}", "call_id": order.id, "name": name}
            item |= {"arguments": json.dumps(order.arguments), "status": "completed"}
            item |= {"namespace": namespace} if namespace else {}
        else:
            said = {"type": "output_text", "text": "Done.", "annotations": []}
            item = {
                "type": "message",
                "id": "msg_1",
                "role": "assistant",
                "status": "completed",
                "content": [said],
            }
        usage = {
            "input_tokens": 10,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 5,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 15,
        }
        response = {"id": "resp_1", "object": "response", "created_at": 1, "model": MODEL, "status": "completed"}
        response |= {
            "output": [item],
            "usage": usage,
            "parallel_tool_calls": False,
            "tool_choice": "auto",
            "tools": [],
        }
        if not streams:
            return _document(response)
        return _sse(
            [
                {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}},
                {"type": "response.output_item.added", "output_index": 0, "item": item},
                {"type": "response.output_item.done", "output_index": 0, "item": item},
                {"type": "response.completed", "response": response},
            ],
            named=True,
        )


class Chat:
    """OpenAI's Chat Completions API."""

    def reads(self, path: str) -> bool:
        return path.endswith("/chat/completions")

    def turn(self, path: str, body: Json) -> Turn:
        shown: dict[str, list[Shown]] = {}
        last: list[Shown] = []
        for message in body["messages"]:
            if message["role"] == "tool":
                last = shown[message["tool_call_id"]] = _blocks(message["content"])
            elif message["role"] == "user":  # images of a result, where a client puts them behind it
                last += [block for block in _blocks(message["content"]) if block.kind != "text"]
        tools = [("", tool["function"]["name"]) for tool in body.get("tools") or ()]
        return Turn(tools, shown, bool(body.get("stream")))

    def answer(self, order: Order, streams: bool) -> tuple[str, bytes]:
        message: Json = {"role": "assistant", "content": "Done."}
        if order.id:
            called = {"name": order.tool[1], "arguments": json.dumps(order.arguments)}
            call = {"index": 0, "id": order.id, "type": "function", "function": called}
            message = {"role": "assistant", "content": None, "tool_calls": [call]}
        end = "tool_calls" if order.id else "stop"
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        common = {"id": "chat_1", "created": 1, "model": MODEL}
        if not streams:
            choice = {"index": 0, "message": message, "finish_reason": end}
            return _document({**common, "object": "chat.completion", "choices": [choice], "usage": usage})
        common["object"] = "chat.completion.chunk"
        media, body = _sse(
            [
                {**common, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
                {**common, "choices": [{"index": 0, "delta": {}, "finish_reason": end}], "usage": usage},
            ]
        )
        return media, body + b"data: [DONE]\n\n"


class Gemini:
    """Gemini's generateContent."""

    def reads(self, path: str) -> bool:
        return path.endswith((":generateContent", ":streamGenerateContent"))

    def turn(self, path: str, body: Json) -> Turn:
        shown: dict[str, list[Shown]] = {}
        for content in body["contents"]:
            last: list[Shown] = []
            for part in content.get("parts") or ():
                answer = part.get("functionResponse")
                if answer is not None:
                    last = shown[answer["id"]] = [
                        Shown("text", json.dumps(answer["response"], ensure_ascii=False))
                    ]
                    last += [Shown("image") for inner in answer.get("parts") or () if "inlineData" in inner]
                elif "inlineData" in part:  # images of a result stand behind it
                    last.append(Shown("image"))
                elif "text" in part:
                    last.append(Shown("text", part["text"]))
        tools = [
            ("", declared["name"])
            for tool in body.get("tools") or ()
            for declared in tool.get("functionDeclarations", ())
        ]
        return Turn(tools, shown, path.endswith(":streamGenerateContent"))

    def answer(self, order: Order, streams: bool) -> tuple[str, bytes]:
        part: Json = {"text": "Done."}
        if order.id:
            part = {"functionCall": {"id": order.id, "name": order.tool[1], "args": order.arguments}}
        candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
        usage = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}
        body = {"candidates": [candidate], "usageMetadata": usage, "modelVersion": MODEL}
        return _sse([body]) if streams else _document(body)


DIALECTS: tuple[Dialect, ...] = (Anthropic(), Responses(), Chat(), Gemini())
