"""Request errors and the answers to them."""
