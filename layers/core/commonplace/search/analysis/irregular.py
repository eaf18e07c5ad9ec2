"""English words whose forms no ending shows: went is a form of go."""

from __future__ import annotations

from ...domain.word_lists import WordLists

_FORMS = WordLists(__file__, "irregular").by_language("forms")

BASES = {form: base for base, forms in _FORMS.items() for form in forms}
