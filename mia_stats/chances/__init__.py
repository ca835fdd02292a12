"""Exact chances: dice, odds, medians, roll against roll, and published claims."""
