"""The context note: when one is due (:mod:`.decision`, from :mod:`.history`) and its text (:mod:`.rendering`)."""
