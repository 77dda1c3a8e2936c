"""The course of a fight: declarations, the order of an initiative round, activations, the end."""
