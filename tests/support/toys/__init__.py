"""Small rule systems for clients to draw: one for each kind of space, with and without a scene of their own."""
