"""What all chapters read: who is in play, numbers with their terms, chances, refusals."""
