"""The course of a fight: rounds, activations, wanderers who come in, the game master's orders."""
