"""A small fight of each installed game, as two players and a game master play it on the pages of the table."""

from __future__ import annotations

from typing import Any

from tests.end_to_end.seated import Shown
from tests.end_to_end.skirmish import VALLEY, mini

SEATS = [
    {"id": "gm", "name": "Gil", "role": "GM"},
    {"id": "ana", "name": "Ana", "role": "PLAYER"},
    {"id": "ben", "name": "Ben", "role": "PLAYER"},
]


def _one(name: str, side: str, seat: str | None, sheet: Shown, **more: Any) -> Shown:
    return {"id": name, "name": name.capitalize(), "side": side, "seat": seat, "sheet": sheet, **more}


def _fantasia() -> Shown:
    """Two heroes, a goblin and an ogre, on squares, with a wall between; the dice are typed."""
    hurt = {"vitals": {"hp": 2}}

    def at(x: int, y: int) -> Shown:
        return {"place": {"cell": {"x": x, "y": y}}}

    return {
        "dice": "PHYSICAL",
        "ground": {
            "space": {"kind": "GRID"},
            "rows": ["........", "...#....", "........", "...#....", "........"],
            "legend": [{"key": "wall", "sign": "#", "look": "WALL", "step": "NEVER", "sight": "NEVER"}],
        },
        "combatants": [
            _one("cloud", "heroes", "ana", {"fantasia": {"ref": "soldier", "initiativeBonus": 20}}, **at(1, 2)),
            _one("vivi", "heroes", "ben", {"fantasia": {"ref": "soldier"}}, **at(2, 4)),
            _one("goblin", "foes", None, {"fantasia": {"ref": "goblin"}}, **hurt, **at(3, 2)),
            _one("gobbo", "foes", None, {"fantasia": {"ref": "goblin"}}, **hurt, **at(5, 2)),
        ],
    }


def _minis() -> Shown:
    """Two minis a side on a bridge: a plane, ways along a line, choices that are sealed till both have chosen."""
    return {
        "dice": "PHYSICAL",
        "ground": VALLEY,
        "combatants": [
            mini("gorm", "red", "ogre", 1200, 900),
            mini("kord", "red", "knight", 1130, 900),
            mini("vera", "blue", "knight", 1190, 1060),
            mini("otto", "blue", "sergeant", 1110, 1040),
        ],
    }


def _dozen_die() -> Shown:
    """A templar and an archer against an archer and a veteran, on squares."""

    def figure(name: str, side: str, seat: str, ref: str, x: int, y: int) -> Shown:
        return _one(name, side, seat, {"dozenDie": {"ref": ref}}, place={"cell": {"x": x, "y": y}})

    return {
        "dice": "PHYSICAL",
        "ground": {"space": {"kind": "GRID"}, "rows": [".........."] * 6},
        "combatants": [
            figure("tove", "heroes", "ana", "templar", 2, 2),
            figure("aino", "heroes", "ana", "archer", 1, 4),
            figure("jousi", "foes", "ben", "archer", 7, 2),
            figure("vesa", "foes", "ben", "veteran", 4, 3),
        ],
    }


def _mongolian_mercenaries() -> Shown:
    """Two mercenaries against a thug, in ranks; the dice are typed."""
    fighter = {
        "attributes": {"speed": 9, "luck": 4, "strength": 6},
        "skills": {"long_blade": 4},
        "weapons": ["sabre"],
        "talents": ["parry", "sidestep"],
        "lastPosition": 1,
    }
    card = {
        "id": "duellist",
        "name": "Duellist",
        "health": 8,
        "fightProficiency": 4,
        "damage": 3,
        "damageKind": "SLASHING",
        "talents": ["sidestep"],
    }
    key = "mongolianMercenaries"
    return {
        "dice": "PHYSICAL",
        "setup": {key: {"battlefield": "steppe", "distance": "CLOSE"}},
        "combatants": [
            _one("ada", "party", "ana", {key: fighter}),
            _one("bo", "party", "ben", {key: {**fighter, "lastPosition": 2}}),
            _one("gan", "enemies", None, {key: {"card": card, "lastPosition": 1}}),
        ],
    }


def _saari() -> Shown:
    """Two characters against a goblin and a bandit, in zones; the players type their dice, nobody else."""
    west, east = {"place": {"zone": "west"}}, {"place": {"zone": "east"}}
    strong = {"saari": {"weapons": ["sword"], "might": 4}}
    return {
        "dice": "SEEDED",
        "typedBy": {"seats": ["ana", "ben"]},
        "ground": {
            "space": {"kind": "ZONES"},
            "zones": [{"key": "west", "label": "West"}, {"key": "east", "label": "East"}],
            "links": [{"key": "path", "from": "west", "to": "east"}],
        },
        "combatants": [
            _one("ada", "heroes", "ana", strong, **west),
            _one("ilma", "heroes", "ben", strong, **west),
            _one("gritt", "foes", None, {"saari": {"ref": "goblin", "kp": 4}}, **west),
            _one("nokk", "foes", None, {"saari": {"ref": "bandit", "kp": 4}}, **east),
        ],
    }


GAMES = {
    "fantasia": _fantasia,
    "minis": _minis,
    "dozen_die": _dozen_die,
    "mongolian_mercenaries": _mongolian_mercenaries,
    "saari": _saari,
}
"""Each installed game, by its id: what is left out here stands in `game`."""


def game(system: str) -> Shown:
    """The input that sets up the small fight of a game."""
    return {"system": system, "name": f"A fight of {system}", "seats": SEATS, **GAMES[system]()}
