"""A fight of this system as a picture, for clients that know no game; everything is made from what a seat sees."""
