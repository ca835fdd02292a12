"""Words in several languages."""
