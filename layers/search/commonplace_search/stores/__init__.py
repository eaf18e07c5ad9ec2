"""Operations of the stores' dialect that need the model; one a module. See :mod:`commonplace.stores`."""
