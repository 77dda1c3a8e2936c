"""The company between fights: what a fight leaves of a member, and with what it enters the next."""
