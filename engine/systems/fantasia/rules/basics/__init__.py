"""What all chapters read: fighters, their totals with terms, dice, conditions."""
