"""Between battles: warbands as rosters with prices, and what a battle leaves.  [MN-OUT-05, MN-OUT-06]"""
