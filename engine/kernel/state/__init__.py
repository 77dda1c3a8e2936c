"""The state of a fight, its events, and the reducer that folds them."""
