"""Checks, files and tables: nothing of Mia."""
