"""What the library is compared with: games in plain Python and as chains, and others' dice."""
