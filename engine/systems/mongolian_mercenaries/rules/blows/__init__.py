"""The parts of a blow: what is struck with what, what cards add, what the wound does."""
