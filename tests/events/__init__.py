"""The events under ``events/``, run in process; :mod:`tests.events.cases` reads them."""
