"""What leads to what: abilities that answer what other abilities have done.  [RUL-89]

None answers its own consequences, and each answers once in all that follows from one cause, or once for each who falls
in it: else every order of everybody's answers would come about, one after the other.
"""

from __future__ import annotations

MOST_LINKS = 12
"""So long a chain may be; what comes behind leads to nothing more."""

Link = tuple[str, str, int]
"""The key of an ability: its bearer, its card, its place there."""


class Chain:
    """The abilities that have led here, the innermost last. Of one run of the rules: never kept.

    Chains of one cause share what has answered it.
    """

    __slots__ = ("_answered", "links")

    def __init__(self, links: tuple[Link, ...] = (), answered: set[tuple[Link, str]] | None = None) -> None:
        self.links, self._answered = links, answered

    def __len__(self) -> int:
        return len(self.links)

    def bars(self, link: Link, fallen: str = "") -> bool:
        """Whether an ability does not answer here. fallen: who has fallen, where it answers that.

        That somebody else falls is an own cause: an attack on who is left may lead to another one.
        """
        if len(self.links) >= MOST_LINKS or (link in self.links and not fallen):
            return True
        return self._answered is not None and (link, fallen) in self._answered

    def followed_by(self, link: Link, fallen: str = "") -> Chain:
        """The chain of what an ability brings about. The first ability is a cause of its own."""
        answered = set() if self._answered is None else self._answered
        answered.add((link, fallen))
        return Chain((*self.links, link), answered)


NO_CHAIN = Chain()
"""Nothing has led here: somebody has acted."""
