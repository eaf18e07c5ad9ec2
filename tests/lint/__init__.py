"""Checks of what no compiler reads; ``make lint`` runs them."""
