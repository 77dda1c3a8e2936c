"""What a fight taught."""
