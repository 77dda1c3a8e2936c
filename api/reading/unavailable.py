"""What a combatant has and cannot use now, as it is sent: each with the reason, in the reader's words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from api.words.refusals import worded
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.tiles import GROUP_ICONS, icon_of, tile_of
from engine.kernel.playing.unavailable import Unavailable, unavailable
from engine.kernel.state.decisions import Offer
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.icons import Icon
from engine.kernel.structs.messages import Order, camel
from engine.kernel.words.sentences import capitalised
from schemas import answers


class Withheld:
    """What the combatants of one seat cannot use now. seen: the fight as it sees it."""

    def __init__(self, book: Rulebook[Any], seen: State[Any], seat: str, locale: str, renderer: Renderer) -> None:
        self._book, self._seen, self._seat, self._locale, self._renderer = book, seen, seat, locale, renderer

    def of(self, combatant: str, offers: Collection[Offer[Order]]) -> Iterator[answers.Unavailable]:
        """What a combatant has that none of its offers uses."""
        for candidate in unavailable(self._book, self._seen, self._seat, combatant, offers):
            yield self._told(combatant, candidate)

    def _told(self, combatant: str, unavailable: Unavailable) -> answers.Unavailable:
        kind, group = camel(unavailable.means.order.__name__), unavailable.means.order.group
        return answers.Unavailable(
            combatant=combatant,
            key=f"{kind}-{unavailable.means.name}",
            kind=kind,
            name=self._name(kind, unavailable),
            icon=self._icon(unavailable),
            group=group,
            group_label=self._renderer.group(group),
            reason=answers.Reason(
                kind=unavailable.refusal.why,
                text=self._reason(unavailable.refusal),
                rule=unavailable.refusal.rule or None,
                target=unavailable.target or None,
            ),
        )

    def _name(self, kind: str, unavailable: Unavailable) -> str:
        """The name of the thing, or of what is done, without whom it would be done to."""
        if unavailable.means.field or unavailable.order is None:
            return capitalised(self._renderer.word(unavailable.means.name))
        return self._renderer.short_name(kind, unavailable.order)

    def _icon(self, unavailable: Unavailable) -> Icon:
        if unavailable.order is not None:
            return tile_of(self._book.system, self._seen, unavailable.order).icon
        means = unavailable.means
        return icon_of(self._book.system, means.name, means.order.__name__) or GROUP_ICONS[means.order.group]

    def _reason(self, refusal: RuleRefusal) -> str:
        """The refusal in the reader's words, without the name of the field at fault: nobody has filled one in."""
        names, _, _ = self._renderer.names
        reason = worded(refusal.reason, self._locale, (self._book.system,), names, self._book.system)
        last = refusal.field.rpartition(".")[2]
        if last and refusal.reason.startswith(f"{last}: "):
            _, _, reason = reason.partition(": ")
        return capitalised(reason)
