"""What happens to a fighter: statuses, damage, unconsciousness, holds, falls, rest."""
