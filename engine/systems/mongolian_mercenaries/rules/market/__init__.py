"""Money, trade and growth between fights: exchange, merchants, training, levels, gathering."""
