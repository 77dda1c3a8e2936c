"""The tables of Minis, and the structs of their entries."""
