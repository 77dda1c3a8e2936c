"""Magic: what is known, at whom it is cast, how it is tested and resisted, and who is summoned.  [MM-MAG-01]"""
