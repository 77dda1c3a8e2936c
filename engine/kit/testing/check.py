"""Whether a game keeps the laws: what it declares, then fights by chance, each law told in words."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.facts import Creation
from engine.kernel.state.combatant import Cell, Place, Point
from engine.kernel.state.decisions import filled
from engine.kernel.state.fight import ROLL
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal, SkaldError
from engine.kernel.structs.messages import OfferGroup
from engine.kit.testing.accepting import LawBroken
from engine.kit.testing.bout import Bout, Entrant, bout_of
from engine.kit.testing.house_rules import ends, wrong_words
from engine.kit.testing.laws import CHECKS, LAWS, Law, words_are_said
from engine.kit.testing.picks import offered, picked
from engine.kit.testing.struct_calls import modules_of, wrong_calls, wrong_defaults

FIGHTS, STEPS, CHECKED = 6, 250, 40
"""Fights that are played, the most steps of each, and at how many of its first stops all laws are checked."""
LURKER = "somebody-unseen"
"""Of whom only the game master knows, in a fight that the check sets up itself."""
LANGUAGES = ("en", "es", "fi", "pl")

Start = Callable[[str], Bout]
"""Makes a fight whose dice follow from a seed."""


class Finding(Struct, frozen=True):
    """What the check says of a law. faults: () where it is kept. tried: whether it came to a check at all.

    note: why it did not, where there is more to say than that an earlier law was broken.
    """

    law: Law
    faults: tuple[str, ...] = ()
    tried: bool = True
    note: str = ""


class _Report:
    """Faults by law; of each law the first few."""

    def __init__(self) -> None:
        self.faults: dict[str, list[str]] = {key: [] for key in LAWS}
        self.tried: set[str] = set()
        self.notes: dict[str, str] = {}

    def add(self, law: str, fault: str) -> None:
        self.tried.add(law)
        if fault not in self.faults[law] and len(self.faults[law]) < 5:
            self.faults[law].append(fault)

    def findings(self) -> list[Finding]:
        return [
            Finding(law, tuple(self.faults[key]), key in self.tried, self.notes.get(key, ""))
            for key, law in LAWS.items()
        ]


def check_game(system: RuleSystem[Any], creations: Sequence[Creation] = (), *, fights: int = FIGHTS) -> list[Finding]:
    """What holds of each law, in their order. A law that nothing could be tried of is not kept either.

    creations: fights to play, beside one that the check sets up itself: two a side with plain sheets, and somebody of
    whom only the game master knows; where that cannot be made and there are others, it is left out. A game with house
    rules plays by them too, all at one end of what they may be, and all at the other.
    """
    report = _Report()
    report.tried |= {"registered", "fields"}
    try:
        book: Rulebook[Any] = Rulebook(system)
    except RegistrationError as error:
        report.add("registered", str(error))
        return report.findings()
    for fault in _wrong_fields(book):
        report.add("fields", fault)
    for fault in wrong_words(system):
        report.add("registered", fault)
    houses = ends(system)
    starts = [_as_created(book, creation) for creation in creations]
    starts += [
        _as_created(book, structs.replace(creation, house_rules=house))
        for creation in creations[:1]
        for house in houses
    ]
    report.tried.add("created")
    try:
        _of_the_check(book)("0")
        starts += [_of_the_check(book), *(_of_the_check(book, house=house) for house in houses)]
        _compare_worlds(book, report)
    except Exception as error:
        if not starts:
            report.add("created", _reason(error))
            return report.findings()
    for number in range(fights):
        if _play(starts[number % len(starts)], number, report):
            report.tried.add("ended")
    if "ended" not in report.tried:
        report.notes["ended"] = (
            f"none of {fights} fights has ended within {STEPS} orders and answers; see that they can"
        )
    return report.findings()


def _wrong_fields(book: Rulebook[Any]) -> Iterator[str]:
    system = book.system
    for module in modules_of(system):
        yield from wrong_calls(module)
    for cls in (system.setup, system.sheet, system.own, *system.orders, *system.events, *system.questions):
        yield from wrong_defaults(cls)


# -- who fights
def _as_created(book: Rulebook[Any], creation: Creation) -> Start:
    return lambda seed: bout_of(book, creation, seed)


def _of_the_check(book: Rulebook[Any], *, lurker: bool = True, house: dict[str, Any] | None = None) -> Start:
    """Two a side with plain sheets, and somebody unseen. house: its house rules."""
    system = book.system
    named = tuple(system.sides if system.sides is not None else system.usual_sides)
    name, other = named[:2] if len(named) >= 2 else ("heroes", "foes")
    places = _places(book, name, other)
    people = [
        Entrant("ana", name, seat="ana", place=places[0]),
        Entrant("ben", name, seat="ben", place=places[1]),
        Entrant("wolf", other, place=places[2]),
        Entrant("bear", other, place=places[3]),
    ]
    if lurker:
        people.append(Entrant(LURKER, other, place=places[4], hidden=True))
    return lambda seed: Bout(book, *people, house_rules=house, seed=seed)


def _places(book: Rulebook[Any], side: str, other: str) -> Sequence[Place | None]:
    """Where five stand on the bare ground of a game; nowhere where there is none."""
    ground = book.system.bare_ground
    if ground is None:
        return (None,) * 5
    space = ground.space
    match space.kind:
        case "GRID":
            spots = ((1, 1), (1, 3), (3, 1), (3, 3), (5, 2))
            return [Place(cell=Cell(x, y)) for x, y in spots]
        case "PLANE":
            across, down = max(space.width, 1000) // 10, max(space.height, 1000) // 10
            spots = ((2, 2), (2, 6), (5, 2), (5, 6), (8, 4))
            return [Place(point=Point(x * across, y * down)) for x, y in spots]
        case "ZONES" if ground.zones:
            return [Place(zone=ground.zones[n % len(ground.zones)].key) for n in range(5)]
        case "RANKS":
            return [
                Place(side=whose, rank=rank)
                for whose, rank in ((side, 1), (side, 2), (other, 1), (other, 2), (other, 3))
            ]
    return (None,) * 5


def _compare_worlds(book: Rulebook[Any], report: _Report) -> None:
    """A fight with somebody unseen looks to everybody like one without."""
    with_one, without = (_of_the_check(book, lurker=lurker)("0") for lurker in (True, False))
    for seat in ("ana", None):
        state, other = (book.seen(bout.state, seat) for bout in (with_one, without))
        if state.own != other.own or state.fight.combatants != other.fight.combatants:
            report.add(
                "secret", f"what {seat or 'everybody'} sees differs where there is somebody that it does not know"
            )


# -- playing
def _play(start: Start, number: int, report: _Report) -> bool:
    """One fight by chance; whether it has ended. It stops at the first law that it breaks."""
    rng = random.Random(number)
    at = f"fight {number + 1}"
    try:
        bout = start(str(number))
    except Exception as error:
        report.add("created", f"{at}: {_reason(error)}")
        return False
    for step in range(STEPS):
        if step < CHECKED and not _kept(bout, rng, f"{at}, version {bout.position.version}", report):
            return False
        if bout.fight.outcome is not None:
            return True
        try:
            if not _go_on(bout, rng):
                at = f"{at}, version {bout.position.version}"
                report.add("ended", f"{at}: nothing is decided, and nobody is offered anything: not even the GM")
                return False
        except LawBroken as broken:
            report.add(broken.law, f"{at}, version {bout.position.version}: {broken}")
            return False
        except RuleRefusal as refusal:
            report.add(
                "offered", f"{at}, version {bout.position.version}: what was offered is refused: {refusal.reason}"
            )
            return False
        except Exception as error:
            report.add("played", f"{at}, version {bout.position.version}: {_reason(error)}")
            return False
    return False


def _kept(bout: Bout, rng: random.Random, at: str, report: _Report) -> bool:
    """Whether every law is kept at a stop."""
    law = "played"
    try:
        for key, check in CHECKS.items():
            law = key
            check(bout, rng)
        report.tried |= {*CHECKS, "played"}
        law = "worded"
        words_are_said(bout, tuple(dict.fromkeys((*LANGUAGES, bout.book.system.language))))
    except LawBroken as broken:
        report.add(broken.law, f"{at}: {broken}")
        return False
    except SkaldError as error:
        report.add("played", f"{at}: {error}")
        return False
    except Exception as error:
        report.add("played" if law == "offered" else law, f"{at}: {_reason(error)}")
        return False
    report.tried.add("worded")
    return True


def _go_on(bout: Bout, rng: random.Random) -> bool:
    """One order or answer by chance; False where there is none."""
    if bout.waiting:
        asked = next(question for question in bout.waiting if question.kind != ROLL)
        option = rng.choice(asked.offers)
        bout.keep(bout.answer_step(bout.position, asked, Choice(option.key, picked(option, rng))))
        return True
    offers = offered(bout.book, bout.state)
    acts = [pair for pair in offers if type(pair[1].body).actor and not type(pair[1].body).concession]
    begins = [pair for pair in offers if isinstance(pair[1].body, Begin)]
    strikes = [act for act in acts if type(act[1].body).group is OfferGroup.STRIKE and rng.random() < 0.7]
    among = begins or strikes or acts or offers
    if not among:
        return False
    seat, offer = rng.choice(among)
    bout.keep(bout.order_step(filled(offer, picked(offer, rng)), seat))
    return True


def _reason(error: Exception) -> str:
    """An error in words; a refusal with all that is wrong."""
    if isinstance(error, RuleRefusal):
        faults: Iterable[RuleRefusal] = error.all
        return "; ".join(f"{fault.field}: {fault.reason}" if fault.field else fault.reason for fault in faults)
    if isinstance(error, SkaldError | msgspec.ValidationError):
        return str(error)
    return f"{type(error).__name__}: {error}"
