"""What happens to a fighter: harm, recovery, effects, ambushes, interrupts."""
