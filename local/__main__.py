"""Entry point of ``python -m local``."""

from local.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
