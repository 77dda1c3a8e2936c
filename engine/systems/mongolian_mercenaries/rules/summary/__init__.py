"""What follows a fight: the summary, experience and loot, recovery; and who gives up before it."""
