"""What a game says of the time between fights: a class that derives from `Between`. Every part has a default.

A game that says nothing at all has campaigns, too: figures and death go from fight to fight (CA-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.system import Table
from engine.kernel.state.campaign import DEAD, CampaignState, Standing
from engine.kernel.state.decisions import Offer, Question
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.messages import Event, Order

if TYPE_CHECKING:
    from engine.kernel.authoring.rule_system import RuleSystem

Game = TypeVar("Game")


class Nothing(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A game that keeps nothing between fights, or has nothing to set."""


class Between(Generic[Game]):
    """The time between fights. Give one object of it as `RuleSystem.between`.

    The kernel calls every method by position. In a campaign the members are the combatants, `state.own.members` has
    their sheets, `state.own.settings` and `state.own.game` what this class declares.
    """

    settings: type[Struct] = Nothing
    """What a table sets for its campaign. A table that the rulebook does not print is `T | None = None` here."""

    own: type[Struct] = Nothing
    """What the game keeps between fights for all together: a calendar, vouchers. Structs of its own, none of a fight's.
    """

    orders: tuple[type[Order], ...] = ()
    """Orders between fights: `(Rest, ReturnToBase)`. Their names differ from those of the game's orders in fights."""

    events: tuple[type[Event], ...] = ()
    """Facts of the time between fights, by which `evolve` changes `game`."""

    questions: tuple[type[Question[Any]], ...] = ()
    """The kinds of questions that these orders ask."""

    lines: Mapping[str, str] = MappingProxyType({})
    """The rule by which something is carried over, by the first words of its path: `{"vitals.hp": "FF-REST-04.1"}`.

    The longest that fits counts: `vitals`, `conditions.poison`, `sheet.items`. Without any: CA-01.
    """

    def begin(self, settings: Any, /) -> Game:
        """What the game keeps, as a campaign begins. RuleRefusal for settings that cannot be, `field` from them."""
        made: Game = self.own()  # type: ignore[assignment]  # where it has fields without defaults a game says how
        return made

    def leaves(self, entered: Standing, end: State[Any], combatant: str, /) -> Standing:
        """What a fight leaves of somebody: of the figures and the sheet with which it entered, and the fight's state.

        Pure, and asked of every moment of the fight: so it is found which event made it so. By default figures as they
        are, the conditions with which it entered, and dead where it is out for the reason `dead`.
        """
        who = end.fight.combatants[combatant]
        vitals = {name: vital.now for name, vital in who.vitals.items()}
        return structs.replace(entered, vitals=vitals, dead=who.out == DEAD)

    def enters(self, standing: Standing, /) -> Standing:
        """What a member enters the next fight with. RuleRefusal where it cannot come along. By default all it has."""
        return standing

    def comes_along(self, state: State[CampaignState], member: str, standing: Standing, /) -> Standing:
        """The same, where it depends on what the campaign is at: on its settings, or on what the game keeps.

        Asked when a fight is planned. RuleRefusal where the member cannot come along now. By default `enters`.
        """
        return self.enters(standing)

    def fights_setup(self, state: State[CampaignState], /) -> Mapping[str, Any]:
        """What the campaign sets of the setup of a fight, as JSON, where whoever begins it says nothing of it.

        Asked when a fight is planned: cards of the table, the day. By default nothing.
        """
        return {}

    def sheet_after(self, sheet: Mapping[str, Any], event: Event, member: str, /) -> Mapping[str, Any]:
        """A member's sheet after one of `events`: a rise, a loan, something bought. The same object where it stays.

        Pure, and asked for each member whose sheet is known. The order that makes the event has seen to it that the
        sheet can be played; a figure whose maximum follows from it is changed by a `VitalLimitChanged` beside it.
        """
        return sheet

    def play(self, order: Order, table: Table[CampaignState], /) -> None:
        """Refuse an order between fights, or play it out: as `RuleSystem.play`."""

    def evolve(self, game: Game, event: Event, fight: Fight, /) -> Game:
        """What the game keeps, after an event: as `RuleSystem.evolve`."""
        return game

    def offers(self, seen: State[CampaignState], member: str | None, /) -> Iterable[Offer[Order]]:
        """Every order that a member, or (None) the game master, may give now: as `RuleSystem.offers`.

        It is not asked for a member who is in a fight, has died or has left.
        """
        return ()

    def view(self, game: Game, fight: Fight, seat: str | None, /) -> Game:
        """What a seat sees of what the game keeps. By default all of it."""
        return game


DEFAULT_BETWEEN: Between[Any] = Between()
"""Of a game that says nothing."""


def between_of(system: RuleSystem[Any]) -> Between[Any]:
    """What a game says of the time between fights, or the default."""
    return system.between or DEFAULT_BETWEEN
