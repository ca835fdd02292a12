"""Rolls and games by the million."""
