"""Ready-made players, who may sit down at a table, and strategies as JSON."""
