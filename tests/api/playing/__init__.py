"""Playing through the API: orders, answers, dice, take-backs, words, house rules."""
