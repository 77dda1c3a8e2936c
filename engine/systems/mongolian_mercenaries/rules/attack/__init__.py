"""An attack from its declaration to its last consequence.  [MM-ATK-01 to MM-ATK-11]"""
