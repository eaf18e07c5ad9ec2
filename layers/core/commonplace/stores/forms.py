"""Which records say word for word the same, kept in step with a level's records."""

from __future__ import annotations

import hashlib

from ..domain.memory import Memory
from ..search.duplicates import identical_form


class Forms:
    """Ids of records by the form in which two texts are the same text."""

    def __init__(self) -> None:
        self._ids: dict[bytes, tuple[str, ...]] = {}  # never changed in place: another thread may be reading
        self._forms: dict[str, bytes] = {}

    def ids(self, text: str) -> tuple[str, ...]:
        """Return the ids of the records whose text this is, the first kept first."""
        return self._ids.get(_form(text), ())

    def keep(self, memory: Memory) -> None:
        """Take a record that is new or changed."""
        form, memory_id = _form(memory.text), memory.memory_id
        if self._forms.get(memory_id) == form:
            return
        self.drop(memory_id)
        self._forms[memory_id] = form
        self._ids[form] = (*self._ids.get(form, ()), memory_id)

    def drop(self, memory_id: str) -> None:
        """Let a record go."""
        form = self._forms.pop(memory_id, None)
        if form is None:
            return
        left = tuple(one for one in self._ids[form] if one != memory_id)
        if left:
            self._ids[form] = left
        else:
            del self._ids[form]


def _form(text: str) -> bytes:
    """Shorten a text's form: the records hold the texts already."""
    return hashlib.blake2b(identical_form(text).encode("utf-8", "surrogatepass"), digest_size=16).digest()
