"""What to do at the table."""
