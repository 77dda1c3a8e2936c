"""Between fights: expeditions, customs and vouchers, levels, and changing a character.  [SA-OUT-01 to SA-OUT-17]"""
