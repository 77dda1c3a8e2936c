"""How many successes of a hit test count. Critical faces and 1s matter in such tests alone.

[MM-ATK-05, MM-CRIT-01, MM-CRIT-02, RUL-12]
"""

from __future__ import annotations

from msgspec import Struct

SUCCESS = 6
"""The lowest face that is a success.  [MM-TEST-04]"""

Terms = tuple[tuple[str, str, int], ...]
"""What is added to plain successes: (card or word, whose it is, how many)."""


class Hits(Struct, frozen=True):
    """Of a hit test against one target. crits: critical successes. plain: the others, as the dice show them.

    terms: what Dodge and cards take of the plain ones, or add to them.
    """

    crits: int
    plain: int
    terms: Terms = ()

    @property
    def hits(self) -> int:
        """Successes that count; critical ones cannot be taken.  [RUL-09]"""
        return self.crits + max(0, self.plain + sum(amount for _, _, amount in self.terms))

    @property
    def hit(self) -> bool:
        """Whether anything counts.  [MM-ATK-06, RUL-07]"""
        return self.hits > 0

    def changed(self, terms: Terms) -> Hits:
        """With other terms."""
        return Hits(self.crits, self.plain, terms)


def counted(faces: tuple[int, ...], *, crit_faces: tuple[int, ...], terms: Terms = (), spared: bool = False) -> Hits:
    """Plain successes are reduced by Dodge, critical ones are not; a card's crit face is a success too.

    spared: a Protection Master, for whom a critical success is a plain one.  [MM-CRIT-08, RUL-13]
    """
    crits = sum(face in crit_faces for face in faces)
    plain = sum(face >= SUCCESS and face not in crit_faces for face in faces)
    return Hits(0, plain + crits, terms) if spared else Hits(crits, plain, terms)
