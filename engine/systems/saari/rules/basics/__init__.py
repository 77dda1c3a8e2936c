"""What all chapters read: who is in play, the clock, gear, engagements, numbers with their terms."""
