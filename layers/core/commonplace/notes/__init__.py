"""The context note: when one is due (:mod:`.decision`, from :mod:`.history`) and what it says (:mod:`.rendering`)."""
