"""The parts of a roll: its plan, its pools and tally, marks, and what is recorded of it."""
