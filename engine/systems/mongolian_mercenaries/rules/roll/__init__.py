"""A test, with Lucky Break nested in it.  [MM-TEST-01 to MM-TEST-08, MM-LUCK-01 to MM-LUCK-07]"""
