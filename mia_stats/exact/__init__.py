"""The same games without chance: evaluation, tournaments, best responses."""
