"""Between fights: adventures of one or several fights, and recovery after them.  [DD-OUT-01, DD-OUT-02, DD-OUT-10]"""
