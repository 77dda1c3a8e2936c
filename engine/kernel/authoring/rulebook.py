"""A registered rule system: checked once, then used to decode, fold and narrow fights."""

from __future__ import annotations

import typing
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any, Generic, TypeVar, cast

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.company_system import CompanySystem
from engine.kernel.authoring.registration import RegistrationError, require_members, require_sound
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.state import events as e
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.correction import corrected
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.fight import Asked, Fight, Open, State, TakingBack
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.ground.ground_faults import Known, faults_of, refuse
from engine.kernel.state.ground.seen_ground import knows_all, seen_ground, sides_of
from engine.kernel.state.namesakes import renumbered
from engine.kernel.state.orders import Begin, Entry, Newcomer, Spawning
from engine.kernel.state.redaction.absent import hidden_anew
from engine.kernel.state.redaction.audience import mentions_any, without_words
from engine.kernel.state.redaction.hidden_zones import names_any, placed, unknown_zones, unseen_fields, without_fields
from engine.kernel.state.redaction.redaction import known_to, picker, picker_of, sides_in_figures, sides_named
from engine.kernel.state.redaction.stand_in import without_names
from engine.kernel.state.redaction.unseen_out import facts_of
from engine.kernel.state.reducer import evolve_fight
from engine.kernel.state.side import SideEntry
from engine.kernel.state.stored.codec import Codec, Upcast, name_events
from engine.kernel.state.stored.key_order import in_key_order
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.structs.budget import spend
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.fields import fields_of
from engine.kernel.structs.messages import Draft, Order, Recorded, camel, plain

Own = TypeVar("Own", bound=Struct)

_APART = frozenset({e.EncounterCreated, e.Reverted, e.Corrected})
"""Events with special folding. One lookup separates them from all others, which are nearly all events."""


FOLD, VIEW = 20, 20
"""Units of a budget that the fold of an event takes, and a view of a fight, figures apart."""

_ITSELF = object()
"""Kept where what a seat sees of a state is that state."""


def prefix_of(system_id: str) -> str:
    """`dozen_die` -> `DozenDie`: the prefix of a system's names in stream and schema."""
    return "".join(part.capitalize() for part in system_id.split("_"))


@cache
def _newcomer(sheet: type[Struct]) -> type[Newcomer]:
    """The struct of those who enter at once; a game and its campaigns have one sheet, and so one of these."""
    made = msgspec.defstruct(
        "Newcomer",
        [("sheet", sheet)],
        bases=(Newcomer,),
        namespace={"__doc__": Newcomer.__doc__},
        module=sheet.__module__,  # a type of the system: each has a sheet of its own
        frozen=True,
        kw_only=True,
        rename="camel",
        forbid_unknown_fields=True,
    )
    return cast("type[Newcomer]", made)


class Rulebook(Generic[Own]):
    """One registered system.

    prefix: `Fantasia`; home: that of its game, by which structs are called that campaigns and fights share.
    campaign_of: the id of the game whose campaigns it plays, "": it plays fights. key: `fantasia`, in a command.
    orders: key -> class (with begin and enter).
    enter: the class of its Enter order, the kernel's Entry with its sheet. rules: the version that its fights play;
    unplayed: why they are only read; "": they are played. today: the rulebook of the installed version
    (`engine.kernel.authoring.rules_versions`).
    """

    def __init__(
        self, system: RuleSystem[Own], upcasts: dict[tuple[str, int], tuple[str, Upcast]] | None = None
    ) -> None:
        require_members(system)
        self.system, self.rules, self.unplayed = system, system.version, ""
        self._company = system if isinstance(system, CompanySystem) else None
        self.campaign_of = "" if self._company is None else self._company.campaign_of
        self.shared_upcasts = upcasts
        self.today: Rulebook[Own] = self
        self.prefix = prefix_of(system.id)
        self.home = prefix_of(self.campaign_of or system.id)
        self.key = camel(self.prefix)
        self.enter = cast(
            "type[Entry]",
            msgspec.defstruct(
                "Enter",
                [("sheet", system.sheet)],
                bases=(Entry,),
                namespace={"__doc__": f"Somebody enters a fight of {system.name}. GM only."},
                module=__name__,
                frozen=True,
                kw_only=True,
                rename="camel",
                forbid_unknown_fields=True,
            ),
        )
        newcomer = _newcomer(system.sheet)
        several = Annotated[tuple[newcomer, ...], msgspec.Meta(min_length=1, max_length=50)]  # type: ignore[valid-type]
        self.spawn = msgspec.defstruct(
            "Spawn",
            [("combatants", several)],
            bases=(Spawning,),
            namespace={"__doc__": f"Several enter a fight of {system.name} at once, all or nobody. GM only."},
            module=__name__,
            frozen=True,
            kw_only=True,
            rename="camel",
            forbid_unknown_fields=True,
        )
        orders: tuple[type[Order], ...] = (Begin, self.enter, cast("type[Order]", self.spawn), *system.orders)
        self.orders = {camel(cls.__name__): cls for cls in orders}
        self._withheld = {
            key: [f.encode_name for f in fields_of(cls) if f.name in cls.narrowed] for key, cls in self.orders.items()
        }
        self.events = (*e.KERNEL_EVENTS, *system.events)
        self._check()
        try:
            names = name_events(self.prefix, e.KERNEL_EVENTS, system.events)
        except ValueError as error:
            raise RegistrationError(f"{system.id}: {error}: rename one") from error
        self._visible = picker(system.own)
        self.codec = Codec(names, {**(upcasts or {}), **system.upcasts})
        # If no combatant is hidden, only the setup can name one that is not public: one that has not entered yet.
        self._visible_setup = picker_of(system.own, system.setup)
        self.state_type: Any = State[system.own]  # type: ignore[name-defined]  # the class is a value here

    def _check(self) -> None:
        require_sound(self.system, self.orders)

    # -- orders
    def order_key(self, order: Order) -> str:
        """`attack` for an Attack."""
        return camel(type(order).__name__)

    def encode_order(self, order: Order) -> dict[str, Any]:
        """{"fantasia": {"attack": {...}}}: the form in which it can be sent as a command."""
        return {self.key: {self.order_key(order): plain(order)}}

    def decode_order(self, command: dict[str, Any]) -> Order:
        """The order of such a command. RuleRefusal that names the field where it cannot be decoded."""
        body = command.get(self.key)
        if len(command) != 1 or not isinstance(body, dict) or len(body) != 1:
            raise RuleRefusal(f"a command is one object: {{{self.key!r}: {{<order>: {{...}}}}}}", field="command")
        ((key, fields),) = body.items()
        cls = self.orders.get(key)
        if cls is None:
            raise RuleRefusal(f"{self.key} has no order {key!r}", field=f"command.{self.key}")
        try:
            return msgspec.convert(fields, cls)
        except msgspec.ValidationError as error:
            what, where = explain_decode_error(error, fields, cls)
            raise RuleRefusal(what, field=dotted_path(("command", self.key, key, *where))) from error

    def split_order(self, command: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """(the public part of an order, its withheld fields or None)."""
        ((key, fields),) = command[self.key].items()
        secret = self._withheld[key]
        if not secret:
            return command, None
        return (
            {self.key: {key: {k: v for k, v in fields.items() if k not in secret}}},
            {k: v for k, v in fields.items() if k in secret},
        )

    # -- folding
    def evolve(self, state: State[Own] | None, recorded: Recorded) -> State[Own]:
        """The state after one more live event. Fault where it cannot have happened; then it is not appended."""
        event = recorded.draft.event
        if not recorded.hash:  # what was read has its hash, and is in order
            event = in_key_order(event)
        spend(FOLD)
        if event is not recorded.draft.event:
            recorded = structs.replace(recorded, draft=structs.replace(recorded.draft, event=event))
        try:
            if state is None or type(event) in _APART:
                if isinstance(event, e.EncounterCreated):
                    setup = msgspec.convert(event.settled, self.system.setup)
                    return State(evolve_fight(Fight(), recorded), self.system.begin(setup))
                if state is None:
                    raise Fault("the first event is EncounterCreated")
                if isinstance(event, e.Reverted):
                    raise Fault("a revert is a jump, not a change")
                if isinstance(event, e.Corrected):
                    path, before = event.path or (), state.fight
                    state = corrected(state, path, event.value, self.state_type)
                    if path[:1] == ("combatants",) and len(path) > 1:
                        fight = hidden_anew(before, renumbered(before, state.fight, path[1]))
                        state = structs.replace(state, fight=fight)
            fight = evolve_fight(state.fight, recorded)
            own = (
                self.system.evolve(state.own, event, fight)
                if self._company is None
                else self._company.evolve_at(state.own, event, fight, recorded.version)
            )
            if isinstance(event, e.UnseenOut):
                for fact in facts_of(event, state.fight):
                    draft = structs.replace(recorded.draft, event=fact)
                    fight = evolve_fight(fight, structs.replace(recorded, draft=draft))
                    own = self.system.evolve(own, fact, fight)
        except (KeyError, ValueError, TypeError, RuleRefusal, msgspec.ValidationError) as error:
            raise Fault(f"version {recorded.version}: {type(event).__name__} cannot be folded: {error}") from error
        if fight is state.fight and own is state.own:
            return state
        return State(fight, own)

    def part_of(self, seen: State[Own], combatant: str) -> Struct | None:
        """The system's part of a combatant in a view; None where there is none."""
        field = per_combatant(self)
        part: Struct | None = getattr(seen.own, field).get(combatant) if field else None
        return part

    def opens_figures(self, setup: Any) -> bool:
        """Whether the system keeps nobody's figures from anybody in a fight set up so."""
        return self.system.opens_figures(setup)

    def can_act(self, state: State[Own], combatant: str) -> bool:
        """Whether somebody of the fight could act by an answer: is in it, and able as the system sees it."""
        if state.fight.combatants[combatant].out is not None:
            return False
        return self.system.can_act(state, combatant)

    def require_admitted(self, state: State[Own], joined: e.CombatantJoined) -> None:
        """RuleRefusal where the system does not let a combatant enter the fight in its present state."""
        self.system.judge(state.own, msgspec.convert(joined.sheet, self.system.sheet))
        self.system.admit(self.evolve(state, Recorded(0, "", Draft(joined))), joined.combatant)

    def setup_faults(self, state: State[Own]) -> Iterable[RuleRefusal]:
        """What is wrong with a fight as it was created, beside its setup, its ground and each of its combatants."""
        return self.system.setup_faults(state)

    def require_correctable(self, path: Sequence[str]) -> None:
        """RuleRefusal for what no correction sets: what a campaign says of its fights, and of who is in which."""
        if self.campaign_of and (path[1:2] == ("fights",) or path[3:4] in (("fight",), ("fellIn",), ("fellAt",))):
            raise RuleRefusal("a fight is settled, released or taken back, and not corrected", field="path")

    def require_ground(self, ground: Ground, seats: Collection[str]) -> None:
        """RuleRefusal for a ground with a fault, or that the system cannot use; `others` has the rest of the faults."""
        refuse(faults_of(ground, Known(seats, self.system.ground_entries)))
        self.system.lay(ground)

    # -- views
    def seen(self, state: State[Own], seat: str | None) -> State[Own]:
        """The state as a seat sees it; None: what every seat sees. Anything not known to be open is left out.

        Computed once per (immutable) state, since rules, offers and bots read it again and again.
        """
        kept, key = state.kept, (self, seat)
        found = kept.get(key)
        if found is None:
            found = self._seen(state, seat)
            # A state that kept itself would live until the garbage collector finds it.
            kept[key] = _ITSELF if found is state else found
        seen: State[Own] = state if found is _ITSELF else found
        return seen

    def keep_seen(self, state: State[Own], seat: str, seen: State[Own]) -> None:
        """Remember what a seat sees of a state, where it is known otherwise. seen: equal to `seen(state, seat)`."""
        state.kept.setdefault((self, seat), seen)

    def sees_all(self, state: State[Own], seat: str) -> bool:
        """Whether a seat sees all state that rules use. Computes no more of its view than it takes to say so."""
        f = state.fight
        if f.is_gm(seat):
            return True
        if f.unseen(seat) or not (f.figures_open or f.combatants.keys() <= f.close(seat)):
            return False
        return knows_all(f.ground, seat) and self._own_seen(state, seat) is state.own

    def _own_seen(self, state: State[Own], seat: str | None) -> Own:
        """The system's part of a state, as a seat sees it."""
        f = state.fight
        own = self.system.view(state.own, f, seat)
        visible = self._visible if f.hidden else self._visible_setup
        if visible is not None and not f.is_gm(seat):
            own = visible(own, known_to(f, seat))
        return own

    def _seen(self, state: State[Own], seat: str | None) -> State[Own]:
        spend(VIEW + len(state.fight.combatants))
        f, own = state.fight, self._own_seen(state, seat)
        if f.is_gm(seat) and all(who in f.combatants for who in (*f.acting, *f.turn_order)):
            # Nothing is withheld from the game master, and what rules work out of the state serves both.
            return state if own is state.own else State(fight=f, own=own)
        return State(fight=self.withheld(f, seat), own=own)

    def withheld(self, f: Fight, seat: str | None) -> Fight:
        """The kernel's part without what is withheld from a seat."""
        unseen, gm = f.unseen(seat), f.is_gm(seat)
        combatants = self._seen_combatants(f, seat, unseen, unknown_zones(f, seat))
        fight = structs.replace(
            f,
            combatants=combatants,
            ground=f.ground if f.ground is None or gm else self._seen_ground(f, f.ground, seat),
            acting=tuple([c for c in f.acting if c in combatants]),
            turn_order=tuple([c for c in f.turn_order if c in combatants]),
            open=self._seen_open(f, seat, unseen) if f.open else None,
            outcome=f.outcome if gm else f.known_outcome(seat),
            taking_back=self._seen_talk(f, seat) if f.taking_back else None,
            # The time of a seat's last act may reveal when a hidden combatant acted.
            last_acts=f.last_acts if gm else {s: v for s, v in f.last_acts.items() if s == seat},
            ruled_at=f.ruled_at if gm else {},
            invitations=f.invitations if gm else {},
            offered={who: handover for who, handover in f.offered.items() if who in combatants},
            handed={who: handover for who, handover in f.handed.items() if who in combatants},
            left=f.left if gm else {},
            away=f.away if gm else {},
            sides=f.sides if gm or not f.sides else self._seen_sides(f, combatants),
            typed_by=f.typed_by if gm or not f.typed_by.sides else self._seen_typing(f, combatants),
        )
        if not unseen:
            fight.with_ownership_of(f)
        return fight

    @staticmethod
    def _seen_sides(f: Fight, combatants: dict[str, Combatant]) -> dict[str, SideEntry]:
        """The sides of which a seat knows somebody."""
        known = {who.side for who in combatants.values()}
        return {key: side for key, side in f.sides.items() if key in known}

    @staticmethod
    def _seen_typing(f: Fight, combatants: dict[str, Combatant]) -> TypedBy:
        """Whose rolls people type, without the sides of which a seat knows nobody."""
        known = {who.side for who in combatants.values()}
        return structs.replace(f.typed_by, sides=tuple(side for side in f.typed_by.sides if side in known))

    @staticmethod
    def _seen_ground(f: Fight, ground: Ground, seat: str | None) -> Ground:
        named = sides_of(ground)
        return seen_ground(ground, seat, [side for side in named if not f.knows_side(seat, side)] if named else ())

    @staticmethod
    def _seen_combatants(
        f: Fight, seat: str | None, unseen: frozenset[str], zones: frozenset[str]
    ) -> dict[str, Combatant]:
        close, found = f.close(seat), {}
        for who in f.combatants.values():
            if who.id in unseen:
                continue
            if unseen and any(c.source in unseen for c in who.conditions):
                conditions = (structs.replace(c, source=None) if c.source in unseen else c for c in who.conditions)
                who = structs.replace(who, conditions=tuple(conditions))
            if zones:
                who = placed(who, zones)
            found[who.id] = who if f.figures_open or who.id in close else structs.replace(who, vitals={})
        return found

    def _seen_open(self, f: Fight, seat: str | None, unseen: frozenset[str]) -> Open:
        """The open order and its questions as their events show them: what names one unseen is hidden."""
        assert f.open is not None
        opened, order, window = f.open, f.open.order, f.open.window
        ((key, fields),) = order[self.key].items()
        cls = self.orders.get(key)
        who = f.combatants.get(str(fields.get(cls.actor, ""))) if cls is not None else None
        if seat != opened.seat and seat not in f.gms() and (who is None or seat not in f.recipients_of(who)):
            order = {} if cls is not None and cls.secret else self.split_order(order)[0]
        if order and seat != opened.seat and cls is not None:
            decoded = self.decode_order(opened.order)
            named = unseen_fields(f, decoded, fields)
            order = without_fields(order, [name for name, readers in named.items() if seat not in readers])[0]
            # Like the event: an order about a side is hidden from those who know nobody of it.
            if f.hidden and not all(f.knows_side(seat, side) for side in sides_named(decoded)[0]):
                order = {}
        if mentions_any(order, unseen - f.unseen(opened.seat)):
            order = {}
        if window is not None:
            asked = tuple(self.seen_asked(f, a, seat) for a in window.asked if self.sees_asked(f, a, seat))
            window = structs.replace(window, asked=asked) if asked else None
        if order is opened.order and window is None and opened.window is None:
            return opened
        return structs.replace(opened, order=order, window=window)

    @staticmethod
    def _seen_talk(f: Fight, seat: str | None) -> TakingBack:
        """A take-back request: everybody knows who is asked; only the asked seat and the GM read its question."""
        assert f.taking_back is not None
        asked = (
            a if f.is_gm(seat) or seat in a.seats else structs.replace(a, question={}, offers=(), default="")
            for a in f.taking_back.asked
        )
        return structs.replace(f.taking_back, asked=tuple(asked))

    def sees_asked(self, fight: Fight, asked: Asked, seat: str | None) -> bool:
        """Whether a seat knows that a decision is open: it is asked, or it knows everybody named in it."""
        if fight.is_gm(seat) or seat in asked.seats:
            return True
        return asked.visibility is not Visibility.HIDDEN and not self._names_unseen(fight, asked, seat)

    def _words_of(self, asked: Asked) -> tuple[str, ...]:
        """The figures of a question that hold words, never an id."""
        return next((cls.words for cls in self.system.questions if cls.__name__ == asked.kind), ())

    def _sides_of(self, asked: Asked) -> frozenset[str]:
        """The sides that a question names."""
        cls = next((cls for cls in self.system.questions if cls.__name__ == asked.kind), None)
        return frozenset() if cls is None else sides_in_figures(cls, asked.question)

    def _names_unseen(self, fight: Fight, asked: Asked, seat: str | None) -> bool:
        told = (without_words(asked.question, self._words_of(asked)), asked.offers, asked.interrupts)
        zones = unknown_zones(fight, seat)
        if fight.hidden and not all(fight.knows_side(seat, side) for side in self._sides_of(asked)):
            return True
        return mentions_any(told, fight.unseen(seat)) or (bool(zones) and names_any(plain(told), zones))

    def seen_asked(self, fight: Fight, asked: Asked, seat: str | None) -> Asked:
        """An open question as a seat reads it. Who is asked reads what it takes to answer, whomever he knows."""
        if self._names_unseen(fight, asked, seat):
            if seat in asked.seats:
                return without_names(asked, fight.unseen(seat), unknown_zones(fight, seat), self._words_of(asked))
            return structs.replace(asked, question={}, offers=(), default="", interrupts=())
        if fight.is_gm(seat) or seat in asked.seats or asked.visibility is Visibility.OPEN:
            return asked
        return structs.replace(asked, question={}, offers=(), default="")


@lru_cache(maxsize=64)
def per_combatant(book: Rulebook[Any]) -> str | None:
    """The field of a system's state that holds a part per combatant, by its key.

    A system names it as `per_combatant`; else it is the only object of structs in its state. RegistrationError
    if there are several.
    """
    own = book.system.own
    if book.system.per_combatant:
        return book.system.per_combatant
    type_hints = typing.get_type_hints(own)
    found = []
    for name in own.__struct_fields__:
        args = typing.get_args(type_hints[name])
        if typing.get_origin(type_hints[name]) is dict and isinstance(args[1], type) and issubclass(args[1], Struct):
            found.append(name)
    if len(found) > 1:
        raise RegistrationError(f"{own.__name__}: name as `per_combatant` which is by combatant: {', '.join(found)}")
    return found[0] if found else None
