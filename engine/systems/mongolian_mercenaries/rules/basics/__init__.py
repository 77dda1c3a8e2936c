"""What all chapters read: who is in play, positions and distances, sums with their terms, whom one asks."""
