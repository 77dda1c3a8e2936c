"""Scenes made by hand, one for each kind of space, as REST answers them: what is left out is empty."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

LOOKS = (
    "FLOOR",
    "WALL",
    "DOOR",
    "WINDOW",
    "WATER",
    "ROUGH",
    "ROAD",
    "BRIDGE",
    "WOOD",
    "HEIGHT",
    "STAIRS",
    "PIT",
    "OBSTACLE",
    "COVER",
    "HAZARD",
    "FIRE",
    "SMOKE",
    "DARK",
    "OTHER",
)
STATES = ("NONE", "OPEN", "SHUT", "LOCKED", "BROKEN")
EMBLEMS = ("CIRCLE", "SQUARE", "DIAMOND", "TRIANGLE", "HEXAGON", "STAR")


def _entry(key: str, look: str, label: str, sign: str | None = None, **more: Any) -> Json:
    return {"key": key, "look": look, "label": label, "sign": sign, "step": "FREE", "sight": "FREE", **more}


def _bar(key: str, label: str, now: int, most: int, tone: str = "GOOD") -> Json:
    return {"key": key, "label": label, "now": now, "max": most, "tone": tone}


def _side(key: str, label: str, emblem: str, *enemies: str, **more: Any) -> Json:
    return {"key": key, "label": label, "emblem": emblem, "enemies": list(enemies), **more}


def grid() -> Json:
    """Squares: a wall with a door of each state, a river with a bridge, an ogre of four squares, a height."""
    return {
        "space": {
            "kind": "GRID",
            "width": 16,
            "height": 10,
            "unit": "inch",
            "cell": 100,
            "shape": "SQUARE",
            "diagonals": True,
            "measure": "CHEBYSHEV",
        },
        "ground": {
            "digest": "b1f0",
            "rows": [
                "....#......~~...",
                "....#..tt.~~~...",
                "....+..tt.~~....",
                "....#.....==.hh.",
                "....o.....~~.hh.",
                "....#....~~~.hH.",
                ",,..L....~~.....",
                ",,,.#...~~..cc..",
                ",,..x...~~......",
                "....#..~~.......",
            ],
            "patches": [
                {"key": "fire", "entry": "fire", "area": {"runs": [{"x": 6, "y": 7, "length": 2}]}, "label": "Bonfire"}
            ],
            "edges": [
                {"key": "wall-1", "entry": "fence", "line": [{"x": 1200, "y": 800}, {"x": 1600, "y": 800}]},
                {"key": "wall-2", "entry": "fence", "line": [{"x": 1200, "y": 800}, {"x": 1200, "y": 900}]},
                {
                    "key": "gate",
                    "entry": "gate",
                    "line": [{"x": 1200, "y": 900}, {"x": 1200, "y": 1000}],
                    "state": "SHUT",
                },
                {"key": "pane", "entry": "pane", "line": [{"x": 1300, "y": 800}, {"x": 1400, "y": 800}]},
            ],
            "legend": [
                _entry("open", "FLOOR", "Open ground", "."),
                _entry("wall", "WALL", "Wall", "#", step="NEVER", sight="NEVER", rule="DD-MOVE-05"),
                _entry("door-shut", "DOOR", "Door", "+", state="SHUT", step="NEVER", sight="NEVER"),
                _entry("door-open", "DOOR", "Open door", "o", state="OPEN"),
                _entry("door-locked", "DOOR", "Locked door", "L", state="LOCKED", step="NEVER", sight="NEVER"),
                _entry("door-broken", "DOOR", "Broken door", "x", state="BROKEN", step="SOME"),
                _entry("river", "WATER", "River", "~", step="HARD", text="Wading: normal, DX + 3."),
                _entry("deck", "BRIDGE", "Bridge deck", "=", step="SOME", height=1),
                _entry("trees", "WOOD", "Trees", "t", step="HARD", sight="SOME", cover="half", coverFigure=2),
                _entry("hill", "HEIGHT", "Hill", "h", height=1),
                _entry("top", "HEIGHT", "Hill top", "H", height=2),
                _entry("mud", "ROUGH", "Mud", ",", step="HARD"),
                _entry("crates", "COVER", "Crates", "c", step="NEVER", cover="some"),
                _entry("fire", "FIRE", "Fire"),
                _entry("fence", "WALL", "Stone wall", step="NEVER", sight="NEVER"),
                _entry("gate", "DOOR", "Gate", state="SHUT", step="NEVER"),
                _entry("pane", "WINDOW", "Window", step="NEVER"),
            ],
        },
        "tokens": [
            {
                "combatant": "thief",
                "side": "band",
                "label": "Tora",
                "caption": "To",
                "yours": True,
                "place": {"cell": {"x": 2, "y": 2}, "height": 0},
                "turn": "ACTING",
                "towards": {"x": 1, "y": 0},
                "footprint": {"runs": [{"x": 2, "y": 2, "length": 1}]},
                "percent": 100,
                "bars": [_bar("hp", "Hit points", 3, 3)],
                "badges": [{"key": "hidden", "label": "Hiding", "short": "hid", "tone": "GOOD", "until": "until seen"}],
            },
            {
                "combatant": "archer",
                "side": "band",
                "label": "Bo",
                "caption": "Bo",
                "yours": True,
                "place": {"cell": {"x": 2, "y": 5}, "height": 0},
                "turn": "ACTED",
                "towards": {"x": 1, "y": 1},
                "bars": [_bar("hp", "Hit points", 2, 3, "WARNING")],
                "percent": 100,
                "hidden": True,
                "badges": [{"key": "unloaded", "label": "Unloaded", "short": "unl", "tone": "WARNING"}],
            },
            {
                "combatant": "ogre",
                "side": "neutral",
                "label": "Ogre",
                "caption": "Og",
                "place": {"cell": {"x": 13, "y": 3}, "height": 1},
                "turn": "WAITING",
                "percent": 200,
                "footprint": {"runs": [{"x": 13, "y": 3, "length": 2}, {"x": 13, "y": 4, "length": 2}]},
                "bars": [{"key": "hp", "label": "Hit points", "lost": 2, "share": "MOST", "tone": "BAD"}],
                "badges": [{"key": "taunted", "label": "Taunted", "short": "tau", "tone": "BAD", "level": 2}],
            },
            {
                "combatant": "rat",
                "side": "beasts",
                "label": "Rat",
                "caption": "Ra",
                "down": True,
                "place": {"cell": {"x": 6, "y": 5}, "height": 0},
                "turn": "UNABLE",
            },
            {
                "combatant": "snake",
                "side": "beasts",
                "label": "Snake",
                "caption": "Sn",
                "place": {"cell": {"x": 6, "y": 4}, "height": 0},
                "turn": "WAITING",
            },
            {
                "combatant": "scout",
                "side": "band",
                "label": "Mira",
                "caption": "Mi",
                "whereabouts": "not yet here",
                "place": None,
            },
        ],
        "marks": [
            {
                "key": "contact-snake-rat",
                "kind": "ENGAGED",
                "members": ["snake", "rat"],
                "label": "Contact",
                "tone": "BAD",
            },
            {
                "key": "cloud",
                "kind": "EFFECT",
                "label": "Cloud",
                "tone": "WARNING",
                "area": {
                    "runs": [
                        {"x": 8, "y": 3, "length": 3},
                        {"x": 7, "y": 4, "length": 4},
                        {"x": 8, "y": 5, "length": 2},
                    ]
                },
            },
            {"key": "trap", "kind": "HAZARD", "label": "Trap", "tone": "BAD", "area": {"runs": [{"x": 5, "y": 8}]}},
            {"key": "aim", "kind": "AIMS", "from": "archer", "to": "ogre", "label": "aims at", "tone": "WARNING"},
        ],
        "sides": [
            _side("band", "The band", "CIRCLE", "neutral", bars=[_bar("pool", "Dice", 6, 6, "PLAIN")]),
            _side("neutral", "Neutrals", "SQUARE", "band"),
            _side("beasts", "Beasts", "TRIANGLE"),
        ],
        "badges": [{"key": "rain", "label": "Rain", "tone": "BAD", "text": "One less to shots."}],
        "play": {
            "style": "BAG",
            "label": "Bag of dice",
            "phase": "Activation of Tora, first of two orders",
            "round": 2,
            "cyclic": False,
            "slots": [
                {
                    "key": "band-WHITE-hand",
                    "side": "band",
                    "combatant": "thief",
                    "label": "white die",
                    "amount": 1,
                    "state": "ACTING",
                    "left": [_bar("orders", "Orders", 2, 2)],
                },
                {"key": "band-GREEN", "side": "band", "label": "green dice", "amount": 2, "state": "WAITING"},
                {"key": "neutral-RED", "side": "neutral", "label": "red die", "amount": 1, "state": "NEXT"},
                {"key": "band-YELLOW-spent", "side": "band", "label": "yellow die", "amount": 1, "state": "ACTED"},
            ],
        },
        "text": "Tora of the band has the turn, at 2, 2.",
    }


def plane() -> Json:
    """An open table: a river, a road over it, a wood with a clearing, walls, figures that face somewhere."""
    return {
        "space": {"kind": "PLANE", "width": 4800, "height": 4800, "unit": "inch"},
        "ground": {
            "digest": "09de",
            "patches": [
                {
                    "key": "river",
                    "entry": "water",
                    "area": {
                        "strip": {
                            "line": [{"x": 0, "y": 2300}, {"x": 1500, "y": 2650}, {"x": 4800, "y": 2500}],
                            "width": 250,
                        }
                    },
                },
                {
                    "key": "road",
                    "entry": "road",
                    "area": {"strip": {"line": [{"x": 2000, "y": 0}, {"x": 2100, "y": 4800}], "width": 120}},
                },
                {
                    "key": "bridge",
                    "entry": "bridge",
                    "area": {
                        "outlines": [
                            {
                                "points": [
                                    {"x": 1950, "y": 2400},
                                    {"x": 2150, "y": 2400},
                                    {"x": 2150, "y": 2850},
                                    {"x": 1950, "y": 2850},
                                ]
                            }
                        ]
                    },
                },
                {
                    "key": "grove",
                    "entry": "wood",
                    "area": {
                        "outlines": [
                            {
                                "points": [
                                    {"x": 3100, "y": 600},
                                    {"x": 4300, "y": 900},
                                    {"x": 4000, "y": 1900},
                                    {"x": 3000, "y": 1600},
                                ],
                                "holes": [
                                    {"points": [{"x": 3500, "y": 1100}, {"x": 3800, "y": 1200}, {"x": 3600, "y": 1500}]}
                                ],
                            }
                        ]
                    },
                    "label": "Grove",
                },
                {"key": "crater", "entry": "pit", "area": {"disc": {"centre": {"x": 800, "y": 3900}, "radius": 320}}},
                {
                    "key": "smoke",
                    "entry": "smoke",
                    "area": {
                        "sector": {
                            "centre": {"x": 3600, "y": 4200},
                            "radius": 600,
                            "from": {"x": -1, "y": -1},
                            "to": {"x": 1, "y": -1},
                        }
                    },
                },
            ],
            "edges": [
                {
                    "key": "wall-1",
                    "entry": "wall",
                    "line": [{"x": 900, "y": 900}, {"x": 900, "y": 1500}, {"x": 1400, "y": 1500}],
                },
                {
                    "key": "door-1",
                    "entry": "door",
                    "line": [{"x": 1400, "y": 1500}, {"x": 1600, "y": 1500}],
                    "state": "OPEN",
                },
                {"key": "hedge-1", "entry": "hedge", "line": [{"x": 2600, "y": 3300}, {"x": 3200, "y": 3900}]},
                {"key": "bank-1", "entry": "bank", "line": [{"x": 300, "y": 2900}, {"x": 1400, "y": 3050}]},
            ],
            "legend": [
                _entry("water", "WATER", "River, 2.5 inches wide", step="SOME"),
                _entry("road", "ROAD", "Road"),
                _entry("bridge", "BRIDGE", "Bridge"),
                _entry("wood", "WOOD", "Wood", step="HARD", sight="SOME"),
                _entry("pit", "PIT", "Crater", step="NEVER"),
                _entry("smoke", "SMOKE", "Smoke", sight="NEVER"),
                _entry("wall", "WALL", "Wall", step="NEVER", sight="NEVER"),
                _entry("door", "DOOR", "Door", state="SHUT"),
                _entry("hedge", "WOOD", "Hedge", step="HARD"),
                _entry("bank", "HEIGHT", "Bank"),
            ],
        },
        "tokens": [
            {
                "combatant": "wizard",
                "side": "north",
                "label": "Wizard",
                "caption": "Wi",
                "yours": True,
                "place": {"point": {"x": 2050, "y": 1900}},
                "towards": {"x": 0, "y": 1},
                "turn": "ACTING",
                "footprint": {"disc": {"centre": {"x": 2050, "y": 1900}, "radius": 25}},
                "bars": [_bar("life", "Life", 9, 14)],
            },
            {
                "combatant": "archer",
                "side": "south",
                "label": "Archer",
                "caption": "Ar",
                "place": {"point": {"x": 2350, "y": 3150}},
                "towards": {"x": -3, "y": 4},
                "turn": "NEXT",
                "badges": [
                    {"key": "command", "label": "Commanded: shoot Knight", "tone": "BAD", "until": "end of turn 4"}
                ],
            },
            {
                "combatant": "knight",
                "side": "south",
                "label": "Knight",
                "caption": "Kn",
                "percent": 140,
                "place": {"point": {"x": 1300, "y": 3500}},
                "towards": {"x": 2, "y": -5},
                "turn": "WAITING",
                "footprint": {"disc": {"centre": {"x": 1300, "y": 3500}, "radius": 50}},
            },
            {
                "combatant": "golem",
                "side": "north",
                "label": "Golem",
                "caption": "Go",
                "percent": 200,
                "place": {"point": {"x": 2900, "y": 2100}},
                "turn": "WAITING",
                "looks": {"colour": "#446622"},
            },
        ],
        "marks": [
            {
                "key": "command-archer",
                "kind": "CONTROLS",
                "from": "wizard",
                "to": "archer",
                "label": "commands, up to 16 inches",
                "area": {"disc": {"centre": {"x": 2050, "y": 1900}, "radius": 1600}},
            },
            {
                "key": "entry-south",
                "kind": "ENTRY",
                "label": "Entry of the south",
                "area": {"strip": {"line": [{"x": 2600, "y": 4700}, {"x": 4600, "y": 4700}], "width": 150}},
            },
        ],
        "sides": [_side("north", "The north", "CIRCLE", "south"), _side("south", "The south", "DIAMOND", "north")],
        "play": {
            "style": "NUMBERED",
            "label": "Turn 2, initiative round 5",
            "phase": "Activation",
            "round": 2,
            "count": 5,
            "cyclic": False,
            "slots": [
                {
                    "key": "wizard",
                    "combatant": "wizard",
                    "label": "Wizard",
                    "figure": 88,
                    "amount": 1,
                    "state": "ACTING",
                    "left": [_bar("inches", "Inches", 250, 400)],
                },
                {"key": "archer", "combatant": "archer", "label": "Archer", "figure": 41, "amount": 1, "state": "NEXT"},
                {"key": "seat-south", "seat": "south", "label": "South", "amount": 1, "state": "ASKED"},
            ],
        },
    }


def zones() -> Json:
    """Zones: a yard, a thicket, a barn behind a door, a lane without an outline, a scrum with superiority."""

    def corners(x: int, y: int, width: int, height: int) -> list[Json]:
        return [
            {"x": x, "y": y},
            {"x": x + width, "y": y},
            {"x": x + width, "y": y + height},
            {"x": x, "y": y + height},
        ]

    def foe(n: int) -> Json:
        return {
            "combatant": f"goblin{n}",
            "side": "foes",
            "label": f"Goblin {n}",
            "caption": f"Goblin {n}",
            "place": {"zone": "thicket"},
            "turn": "WAITING",
            "percent": 60,
        }

    return {
        "space": {
            "kind": "ZONES",
            "width": 1200,
            "height": 800,
            "zones": [
                {"key": "yard", "label": "Yard", "at": {"x": 330, "y": 270}, "outline": corners(20, 20, 620, 500)},
                {
                    "key": "thicket",
                    "label": "Thicket",
                    "at": {"x": 920, "y": 270},
                    "outline": corners(660, 20, 520, 500),
                    "entries": ["cover", "difficult"],
                },
                {"key": "barn", "label": "Barn", "at": {"x": 330, "y": 660}, "outline": corners(20, 540, 620, 240)},
                {"key": "lane", "label": "Lane", "at": {"x": 900, "y": 660}},
            ],
            "links": [
                {
                    "key": "yard-thicket",
                    "from": "yard",
                    "to": "thicket",
                    "both": True,
                    "label": "over the ditch",
                    "entries": ["difficult"],
                },
                {"key": "yard-barn", "from": "yard", "to": "barn", "both": True, "label": "", "entries": ["door"]},
                {"key": "thicket-lane", "from": "thicket", "to": "lane", "both": False, "label": "down"},
            ],
        },
        "ground": {
            "digest": "77ac",
            "legend": [
                _entry("difficult", "ROUGH", "Difficult", step="HARD", text="A move costs 2t, or a roll."),
                _entry("cover", "COVER", "Cover", cover="a disadvantage to shots", coverFigure=-1),
                _entry("door", "DOOR", "Door", state="LOCKED", step="NEVER"),
            ],
        },
        "tokens": [
            {
                "combatant": "tuisku",
                "side": "pcs",
                "label": "Tuisku",
                "caption": "Tu",
                "yours": True,
                "turn": "ACTING",
                "place": {"zone": "yard"},
                "bars": [_bar("kp", "Body", 2, 3), _bar("mp", "Mind", 1, 2, "PLAIN")],
                "badges": [
                    {
                        "key": "riposte",
                        "label": "Riposte",
                        "short": "rip",
                        "level": 2,
                        "tone": "GOOD",
                        "until": "next attack",
                    }
                ],
            },
            {
                "combatant": "troll",
                "side": "foes",
                "label": "Troll",
                "caption": "Tr",
                "place": {"zone": "yard"},
                "percent": 200,
                "turn": "WAITING",
                "badges": [{"key": "ready", "label": "Ready", "tone": "WARNING", "text": "waits, not told for what"}],
            },
            {
                "combatant": "wolf",
                "side": "foes",
                "label": "Wolf",
                "caption": "Wo",
                "place": {"zone": "yard"},
                "turn": "WAITING",
            },
            *(foe(n) for n in range(1, 8)),
            {
                "combatant": "elder",
                "side": "pcs",
                "label": "Elder",
                "caption": "El",
                "whereabouts": "unconscious",
                "place": None,
                "down": True,
            },
        ],
        "marks": [
            {
                "key": "scrum-tuisku",
                "kind": "ENGAGED",
                "members": ["tuisku", "troll"],
                "label": "Engaged: 1 against 3, the foes have superiority",
                "tone": "BAD",
                "rule": "SA-SUP-01",
            }
        ],
        "sides": [_side("pcs", "The heroes", "CIRCLE", "foes"), _side("foes", "The foes", "HEXAGON", "pcs")],
        "play": {
            "style": "CLOCK",
            "label": "Actions left",
            "phase": "Actions",
            "round": 1,
            "count": 4,
            "cyclic": False,
            "slots": [
                {
                    "key": "tuisku",
                    "combatant": "tuisku",
                    "label": "Tuisku",
                    "figure": 4,
                    "amount": 1,
                    "state": "ACTING",
                },
                {"key": "troll", "combatant": "troll", "label": "Troll", "figure": 4, "amount": 1, "state": "NEXT"},
                {"key": "wolf", "combatant": "wolf", "label": "Wolf", "figure": 3, "amount": 1, "state": "HOLDING"},
            ],
        },
    }


def ranks() -> Json:
    """Two lines of five positions: cover, an obstacle, a pair's distance, a Block, one in reserve."""

    def position(side: str, rank: int, x: int, **more: Any) -> Json:
        return {"side": side, "rank": rank, "at": {"x": x, "y": 250}, "open": True, **more}

    return {
        "space": {
            "kind": "RANKS",
            "width": 1200,
            "height": 500,
            "bands": ["very close", "close", "medium", "far"],
            "farthest": 2,
            "positions": [
                position("party", 1, 540, entries=["heavy-cover"]),
                *(position("party", n, 640 - 100 * n) for n in range(2, 6)),
                position("bandits", 1, 660),
                position("bandits", 2, 760, open=False, entries=["large-obstacle"]),
                *(position("bandits", n, 560 + 100 * n) for n in range(3, 6)),
            ],
        },
        "ground": {
            "digest": "4c21",
            "legend": [
                _entry("heavy-cover", "COVER", "Heavy cover", sight="SOME", cover="3 dice less to hit", coverFigure=3),
                _entry("large-obstacle", "OBSTACLE", "Large obstacle", step="NEVER", sight="SOME"),
            ],
        },
        "badges": [{"key": "dim", "label": "Dim light", "tone": "BAD", "text": "One die less at medium and far."}],
        "tokens": [
            {
                "combatant": "batu",
                "side": "party",
                "label": "Batu",
                "caption": "Ba",
                "place": {"side": "party", "rank": 1},
                "turn": "ACTING",
                "yours": True,
                "bars": [_bar("health", "Health", 11, 16)],
                "badges": [
                    {
                        "key": "crouched",
                        "label": "Crouched",
                        "short": "cro",
                        "tone": "GOOD",
                        "until": "until he leans out",
                    },
                    {"key": "light", "label": "Light wounds", "short": "lw", "level": 2, "tone": "BAD"},
                ],
            },
            {
                "combatant": "saran",
                "side": "party",
                "label": "Saran",
                "caption": "Sa",
                "place": {"side": "party", "rank": 3},
                "turn": "WAITING",
            },
            {
                "combatant": "chief",
                "side": "bandits",
                "label": "Chief",
                "caption": "Ch",
                "place": {"side": "bandits", "rank": 1},
                "turn": "NEXT",
                "bars": [{"key": "health", "label": "Health", "lost": 4}],
            },
            {
                "combatant": "beast",
                "side": "bandits",
                "label": "Beast",
                "caption": "Be",
                "place": {"side": "bandits", "rank": 4},
                "percent": 150,
            },
            {
                "combatant": "boy",
                "side": "bandits",
                "label": "Boy",
                "caption": "Bo",
                "place": None,
                "whereabouts": "in reserve",
                "percent": 80,
            },
        ],
        "marks": [
            {
                "key": "distance-batu-chief",
                "kind": "DISTANCE",
                "members": ["batu", "chief"],
                "level": 1,
                "label": "close",
            },
            {
                "key": "block-saran",
                "kind": "BLOCKS",
                "from": "saran",
                "to": "batu",
                "label": "blocks",
                "until": "a movement of either",
            },
        ],
        "sides": [_side("party", "The party", "CIRCLE", "bandits"), _side("bandits", "Bandits", "DIAMOND", "party")],
        "play": {
            "style": "LIST",
            "label": "Queue of round 3",
            "phase": "Clash",
            "round": 3,
            "cyclic": False,
            "slots": [
                {
                    "key": "batu",
                    "combatant": "batu",
                    "label": "Batu",
                    "figure": 23,
                    "amount": 1,
                    "state": "ACTING",
                    "left": [_bar("large", "Large action", 1, 1), _bar("minor", "Minor actions", 0, 1)],
                },
                {"key": "chief", "combatant": "chief", "label": "Chief", "figure": 18, "amount": 1, "state": "NEXT"},
            ],
        },
    }


def nowhere() -> Json:
    """No places: two sides of three and two."""

    def one(key: str, side: str, **more: Any) -> Json:
        return {
            "combatant": key,
            "side": side,
            "label": key.capitalize(),
            "caption": key[:2].capitalize(),
            "place": None,
            **more,
        }

    return {
        "space": {"kind": "NOWHERE", "why": "This fight is told without a map."},
        "ground": {"digest": "00"},
        "tokens": [
            one("ana", "heroes", turn="ACTING", yours=True, bars=[_bar("pv", "Points of life", 7, 10)]),
            one("berta", "heroes", badges=[{"key": "prone", "label": "Prone", "tone": "BAD"}]),
            one("carla", "heroes", down=True),
            one(
                "ogre",
                "foes",
                percent=200,
                bars=[{"key": "pv", "label": "Points of life", "band": "wounded", "share": "HALF"}],
            ),
            one("imp", "foes"),
        ],
        "marks": [{"key": "hold", "kind": "HOLDS", "from": "ogre", "to": "berta", "label": "holds", "tone": "BAD"}],
        "sides": [_side("heroes", "Heroes", "CIRCLE", "foes"), _side("foes", "Foes", "SQUARE", "heroes")],
        "play": {"style": "LIST", "label": "Order of play, round 1", "phase": "Turn of Ana", "round": 1, "slots": []},
    }


SCENES = {"grid": grid, "plane": plane, "zones": zones, "ranks": ranks, "nowhere": nowhere}


def crowded(columns: int = 24, rows: int = 24, figures: int = 40) -> Json:
    """A board full of figures of every emblem, and of ground of every look."""
    signs = "abcdefghijklmnopqrs"
    scene = grid()
    scene["space"] |= {"width": columns, "height": rows}
    scene["ground"] = {
        "digest": "cc",
        "rows": [
            "".join(signs[(x // 3 * 7 + y // 2 * 5) % 19] if (x + y) % 4 else "a" for x in range(columns))
            for y in range(rows)
        ],
        "legend": [
            _entry(look.lower(), look, look.capitalize(), sign) for look, sign in zip(LOOKS, signs, strict=True)
        ],
    }
    scene["sides"] = [_side(shape.lower(), shape.capitalize(), shape) for shape in EMBLEMS]
    scene["tokens"] = [
        {
            "combatant": f"figure-{n}",
            "side": EMBLEMS[n % 6].lower(),
            "label": f"Figure {n}",
            "caption": f"F{n}",
            "place": {"cell": {"x": n * 5 % columns, "y": n * 5 // columns * 2 % rows}},
            "turn": "WAITING",
            "bars": [_bar("hp", "Hit points", n % 5, 5)],
            "towards": {"x": n % 3 - 1, "y": 1},
            "badges": [{"key": "prone", "label": "Prone", "tone": "BAD"}],
        }
        for n in range(figures)
    ]
    scene["marks"] = []
    scene["play"]["slots"] = [
        {"key": f"s{n}", "combatant": f"figure-{n}", "label": f"Figure {n}", "figure": n, "state": "WAITING"}
        for n in range(figures)
    ]
    return scene
