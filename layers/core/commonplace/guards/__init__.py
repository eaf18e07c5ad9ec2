"""What keeps a memory clean. :func:`commonplace.guards.admission.admit` is the only way in."""
