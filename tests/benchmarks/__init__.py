"""Benchmarks: ``make benchmark`` and ``make benchmark-…``. They print figures and assert nothing."""
