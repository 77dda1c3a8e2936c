"""Items, talents, prayers and traps in use, and what the card of a state allows."""
