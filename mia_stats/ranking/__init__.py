"""Rolls, the 21 outcomes, and the variants: the orders in which they rank."""
