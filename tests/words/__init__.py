"""Facts about words in several languages."""
