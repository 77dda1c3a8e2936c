"""Seats, invitations, handing over combatants, table entropy."""
