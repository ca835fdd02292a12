"""Optimal play between two: of one state, a round and a match."""
