"""Who may do what: hosts, invitations, tokens, presence, shelves."""
