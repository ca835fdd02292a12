"""The game: its house rules, what a strategy sees and says, and tables of chances."""
