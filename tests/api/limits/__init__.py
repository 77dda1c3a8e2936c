"""What a request may cost, whatever is sent, and what the service does where it is too much."""
