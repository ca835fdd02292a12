"""Run the `mia-stats` command as `python -m mia_stats`."""

from mia_stats.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
