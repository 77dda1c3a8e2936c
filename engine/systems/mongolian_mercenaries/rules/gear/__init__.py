"""Items, talents, prayers, and what is between fights."""
