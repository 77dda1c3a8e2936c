"""What of a fight a seat may know, and who receives an event."""
