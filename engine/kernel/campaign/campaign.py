"""A campaign as a rule system of its own: so its stream is stored, proven, offered and watched as a fight's is.

Members are its combatants: who joins is told by CombatantJoined, who leaves by CombatantOut, what the game master sets
by Corrected. Its game says the rest by `RuleSystem.between`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from typing import Any, cast

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.between import Between, between_of
from engine.kernel.authoring.company_system import CompanySystem
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Rule, Table
from engine.kernel.authoring.tiles import Tile
from engine.kernel.campaign.members import is_free, require_free
from engine.kernel.campaign.orders import COMPANY_ORDERS, LeaveCompany, RejoinCompany
from engine.kernel.campaign.reducer import evolve_campaign
from engine.kernel.campaign.rules import CAMPAIGN_RULES, campaign_rules_in
from engine.kernel.campaign.standing import alone_in_fight, nowhere, standing_of
from engine.kernel.scene import bare_stats
from engine.kernel.scene.stats import StatBlock
from engine.kernel.state.campaign import DEAD, LEFT, CampaignState
from engine.kernel.state.combatant import Combatant, Place
from engine.kernel.state.decisions import Offer
from engine.kernel.state.events import CombatantOut, CombatantReturned
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.deeds import Deed
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, Order

SUFFIX = "_campaign"
"""What the id of a game's campaigns ends with."""


def campaign_id(game: str) -> str:
    """The id of the system that plays the campaigns of a game."""
    return f"{game}{SUFFIX}"


@cache
def _state_type(settings: type[Struct], game: type[Struct]) -> type[CampaignState]:
    """The state of the campaigns of a game: one struct for all versions of its rules."""
    made = msgspec.defstruct(
        "CampaignState",
        [("settings", settings), ("game", game)],
        bases=(CampaignState,),
        namespace={"__doc__": CampaignState.__doc__},
        module=settings.__module__,
        frozen=True,
        kw_only=True,
        rename="camel",
    )
    return cast("type[CampaignState]", made)


class Campaign(CompanySystem[CampaignState]):
    """The campaigns of a game."""

    per_combatant = "members"

    def __init__(self, game: RuleSystem[Any]) -> None:
        between = between_of(game)
        self._game: RuleSystem[Any] = game
        self._between: Between[Any] = between
        self.campaign_of, self.id = game.id, campaign_id(game.id)
        self.name, self.language, self.version = game.name, game.language, game.version
        self.setup, self.sheet = between.settings, game.sheet
        self.own = _state_type(between.settings, between.own)
        self.orders = (*COMPANY_ORDERS, *between.orders)
        self.events, self.questions = between.events, between.questions
        self.content, self.house_rules, self.upcasts = game.content, game.house_rules, game.upcasts
        self.rules: Mapping[str, Rule] = {**game.rules, **CAMPAIGN_RULES}
        self.conditions, self.listed_conditions, self.uncounted = (
            game.conditions,
            game.listed_conditions,
            game.uncounted,
        )
        self.glossary, self.catalogues, self.ids = game.glossary, game.catalogues, game.ids
        self.icons, self.faces, self.usual_sides = game.icons, game.faces, game.usual_sides
        self.departures = (LEFT,)

    def outdated(self, version: int) -> RuleSystem[CampaignState] | str:
        """Campaigns play the rules that their game plays."""
        older = self._game.outdated(version)
        return older if isinstance(older, str) else Campaign(older)

    # -- state
    def begin(self, setup: Any) -> CampaignState:
        """A company without members."""
        return self.own(settings=setup, game=self._between.begin(setup))

    def enter(self, sheet: Any, place: Place | None) -> Combatant:
        """A member, as the game would see it in a fight, but nowhere."""
        return nowhere(self._game, sheet)

    def evolve(self, own: CampaignState, event: Event, fight: Fight) -> CampaignState:
        """See `evolve_at`: what a campaign keeps names versions."""
        return self.evolve_at(own, event, fight, 0)

    def evolve_at(self, own: CampaignState, event: Event, fight: Fight, version: int) -> CampaignState:
        """What a fight has left, and what the game makes of an event."""
        own = evolve_campaign(own, event, version)
        if isinstance(event, self._between.events):
            own = self._with_sheets(own, event)
        game = self._between.evolve(own.game, event, fight)
        return own if game is own.game else structs.replace(own, game=game)

    def _with_sheets(self, own: CampaignState, event: Event) -> CampaignState:
        """The members' sheets, as the game changes them by an event of its own."""
        changed = {}
        for who, member in own.members.items():
            if member.sheet is not None:
                sheet = self._between.sheet_after(member.sheet, event, who)
                if sheet is not member.sheet:
                    changed[who] = structs.replace(member, sheet=dict(sheet))
        return structs.replace(own, members={**own.members, **changed}) if changed else own

    def view(self, own: CampaignState, fight: Fight, seat: str | None) -> CampaignState:
        """Sheets for those who may know a member's figures; what else is to be hidden the game says."""
        if fight.is_gm(seat):
            return own
        close = fight.close(seat)
        members = {
            who: member if fight.figures_open or who in close else structs.replace(member, sheet=None)
            for who, member in own.members.items()
        }
        return structs.replace(own, members=members, game=self._between.view(own.game, fight, seat))

    def fits(self, state: State[CampaignState], combatant: str) -> None:
        """RuleRefusal where a corrected sheet is none."""
        sheet = state.own.members[combatant].sheet
        try:
            nowhere(self._game, msgspec.convert(sheet, self.sheet))
        except msgspec.ValidationError as error:
            raise RuleRefusal(f"this is no sheet of {self.name}: {error}", field="value") from None

    # -- orders
    def play(self, order: Order, table: Table[CampaignState]) -> None:
        """An order between fights."""
        actor: str = getattr(order, order.actor) if order.actor else ""
        match order:
            case LeaveCompany():
                require_free(table.state, (actor,), "combatant")
                table.emit(CombatantOut(combatant=actor, reason=LEFT), rule="")
            case RejoinCompany():
                if table.state.fight.require(actor).out != LEFT:
                    raise RuleRefusal(f"{actor} has not left the company", field="combatant")
                table.emit(CombatantReturned(combatant=actor), rule="")
            case _ if isinstance(order, self._between.orders):
                if actor:
                    require_free(table.state, (actor,), order.actor)
                self._between.play(order, table)
            case _:
                raise RuleRefusal("a campaign has no beginning: its fights have")

    def offers(self, seen: State[CampaignState], combatant: str | None) -> Iterable[Offer[Order]]:
        """What the game offers, and to leave the company, or to come back."""
        if combatant is None:
            yield from self._between.offers(seen, None)
            return
        if is_free(seen, combatant):
            yield from self._between.offers(seen, combatant)
            yield Offer("leave-company", LeaveCompany(combatant=combatant), "")
        elif seen.fight.combatants[combatant].out == LEFT:
            yield Offer("rejoin-company", RejoinCompany(combatant=combatant), "")

    def stat_block(self, seen: State[CampaignState], combatant: str, locale: str) -> StatBlock | None:
        """What the game shows of who has entered a fight alone, with what he has on him.

        None where the reader may not know the sheet, or where nobody can enter a fight with it.
        """
        if seen.own.members[combatant].sheet is None:
            return None
        standing = self._between.enters(standing_of(seen, combatant))
        there = alone_in_fight(self._game_book, seen, combatant, standing)
        if there is None:
            return None
        told = self._game.stat_block(there, combatant, locale)
        return told or bare_stats.stat_block(self._game, there, combatant, locale)

    @cached_property
    def _game_book(self) -> Rulebook[Any]:
        return Rulebook(self._game)

    # -- words and pictures are the game's
    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """In the game's words, where it has them."""
        return "" if isinstance(thing, COMPANY_ORDERS) else self._game.describe(thing, locale, names)

    def tells(self, locale: str) -> bool:
        """As the game does."""
        return self._game.tells(locale)

    def draws_in(self, locale: str) -> bool:
        """As the game does."""
        return self._game.draws_in(locale)

    def word(self, word: str, locale: str) -> str:
        """As the game calls it."""
        return self._game.word(word, locale)

    def short_name(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """As the game calls it."""
        return "" if isinstance(thing, COMPANY_ORDERS) else self._game.short_name(thing, locale, names)

    def order_name(self, order: type[Struct], locale: str) -> str:
        """As the game calls it."""
        return "" if order in COMPANY_ORDERS else self._game.order_name(order, locale)

    def summary(self, kind: str, id: str, locale: str) -> str:
        """As the game tells it."""
        return self._game.summary(kind, id, locale)

    def headline(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """As the game tells it."""
        return "" if isinstance(thing, COMPANY_ORDERS) else self._game.headline(thing, locale, names)

    def pick(self, field: str, value: object, locale: str, names: Mapping[str, str]) -> str:
        """As the game calls it."""
        return self._game.pick(field, value, locale, names)

    def name_in(self, kind: str, name: str, locale: str) -> str:
        """As the game calls it."""
        return self._game.name_in(kind, name, locale)

    def rules_in(self, locale: str) -> Mapping[str, Rule]:
        """The game's, in its words, and those of all campaigns."""
        return {**self._game.rules_in(locale), **campaign_rules_in(locale)}

    def refusals(self, locale: str) -> Mapping[str, str]:
        """The game's."""
        return self._game.refusals(locale)

    def deed(self, event: Event) -> Deed | None:
        """None: no headline is made of it beside its sentence."""
        return None

    def tile(self, seen: State[CampaignState], thing: Struct, usual: Tile, asked: str) -> Tile:
        """As the kernel shows it."""
        return usual


@lru_cache(maxsize=64)
def campaign_book(book: Rulebook[Any]) -> Rulebook[CampaignState]:
    """The rulebook of the campaigns of a game."""
    return Rulebook(Campaign(book.system), book.shared_upcasts)


def game_of(book: Rulebook[Any]) -> RuleSystem[Any] | None:
    """The game whose campaigns a rulebook plays; None where it plays fights."""
    return book.system._game if isinstance(book.system, Campaign) else None


def is_dead(fight: Fight, member: str) -> bool:
    """Whether a member of a campaign has died."""
    return fight.combatants[member].out == DEAD
