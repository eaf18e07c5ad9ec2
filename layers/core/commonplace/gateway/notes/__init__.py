"""The context note: when one is due (:mod:`.decision`, by :mod:`.history`), what it says (:mod:`.rendering`)."""
