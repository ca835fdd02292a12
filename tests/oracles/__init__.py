"""What the library is compared with: the game in plain Python, and dice libraries of others."""
