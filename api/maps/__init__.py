"""Maps of other programs as the ground of a fight."""
