"""What all chapters read: who is in play, values and dice with their terms, chances."""
