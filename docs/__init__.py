"""Documentation; ``python -m docs.generate`` writes the parts that come from the tools' contracts."""
