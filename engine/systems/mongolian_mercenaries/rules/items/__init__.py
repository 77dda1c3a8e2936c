"""Items and talents in use, prayers, recovery."""
