"""The rules of a new fight: one form for every game, made from the schema that the game publishes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from api.pages.assets import OWN
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.icons import Icon
from engine.kernel.structs.messages import camel
from engine.service.registry import Registry
from tests.api.in_browser.test_host import add, made, play, stroke
from tests.api.table import Table
from tests.support.browsers.browser import Tab

HANDS = """
class Hands {
  // A form as a person fills it: rows are found by what they are called, and nothing is done but clicks and typing.
  constructor(defs) { this.defs = defs; }
  of(given) {
    const one = given.$ref ? { ...given, ...this.defs[given.$ref.split('/').at(-1)] } : given;
    return one.anyOf ? { ...this.of(one.anyOf.find(({ type }) => type !== 'null')), optional: true } : one;
  }
  write(field, value) {
    const before = field.value;
    field.value = value;
    this.tell(field, 'input');
    return before;
  }
  tell(field, name) { field.dispatchEvent(new Event(name, { bubbles: true })); }
  pick(select, label) {
    const found = [...select.options].find((one) => one.textContent === label);
    if (!found) throw new Error(`${label} is not among ${[...select.options].map((one) => one.textContent)}`);
    select.value = found.value;
    this.tell(select, 'change');
  }
  row(box, schema, name) {
    const required = (schema.required ?? []).includes(name), called = ':scope > :is(span, legend)';
    const label = `${schema.properties[name].title}${required ? ' *' : ''}`;
    const find = () => [...box.children].find((one) => one.querySelector(called)?.textContent === label);
    if (!find()) {
      const more = [...box.children].find((one) => one.matches('select'));
      if (!more) throw new Error(`no row is called ${label}`);
      more.value = name;
      this.tell(more, 'change');
    }
    return find();
  }
  input(row) { return [...row.children].find((one) => !one.matches('legend, .refusal, label > span:first-child')); }
  added(box) { [...box.children].at(-1).click(); return [...box.querySelectorAll(':scope > .item')].at(-1); }
  fill(element, given, value) {
    const schema = this.of(given);
    const word = String(value).toLowerCase().replaceAll('_', ' ');
    if (schema.enum) return this.pick(element, schema['x-labels']?.[value] ?? word);
    if (schema.type === 'boolean' && element.matches('select')) return this.pick(element, value ? 'Yes' : 'No');
    if (schema.type === 'boolean') { if (element.checked !== value) element.click(); return; }
    if (schema.type === 'object' && schema.properties) {
      const box = schema.optional ? this.added(element).firstElementChild : element;
      for (const [name, one] of Object.entries(value)) {
        this.fill(this.input(this.row(box, schema, name)), schema.properties[name], one);
      }
    } else if (schema.type === 'object') {
      for (const [key, one] of Object.entries(value)) {
        const item = this.added(element), [name, field] = item.children;
        this.fill(name, { type: 'string' }, key);
        this.fill(field, schema.additionalProperties, one);
      }
    } else if (schema.type === 'array') {
      while (element.querySelector(':scope > .item')) element.querySelector(':scope > .item > button').click();
      for (const one of value) this.fill(this.added(element).firstElementChild, schema.items, one);
    } else {
      this.write(element.matches('input') ? element : element.querySelector('input'), value);
    }
  }
  fault(element, given, [step, ...path]) {
    const schema = this.of(given), many = schema.type === 'array';
    const items = [...element.querySelectorAll(':scope > .item')];
    const box = schema.optional && schema.properties ? items[0].firstElementChild : element;
    const place = many ? items[step] : this.row(box, schema, step);
    if (!path.length) return place.querySelector(':scope > .refusal');
    const inside = many ? place.firstElementChild : this.input(place);
    return this.fault(inside, many ? schema.items : schema.properties[step], path);
  }
}"""
FORM = "document.querySelector('.new-fight .rules > .schema-form')"
SAID = "[...document.querySelectorAll('.new-fight .schema-form .refusal')].filter((one) => one.textContent)"

BETTER = {"does": "FIGURE", "figure": "DAMAGE", "amount": {"points": 1}}
CARDS = {
    "weapons": [
        {"id": "fang", "name": "Fang", "skill": "long_blade", "kinds": ["SLASHING"], "critFaces": [7, 8]}
        | {"abilities": [{"only": {"plain": False, "successesAtLeast": 2}, "effects": [BETTER]}]}
    ],
    "ammunition": [{"id": "slug", "name": "Slug", "weapons": ["bow"], "critFaces": [6]}],
    "armour": [{"id": "hide", "name": "Hide", "value": 2, "byKind": {"SLASHING": 1}}],
}
GIVEN: dict[str, dict[str, Any]] = {
    "dozen_die": {
        "dice": [{"side": "heroes", "green": 3, "yellow": 0}],
        "maxActivations": 2,
        "specials": [{"key": "gate", "name": "The gate", "opens": {"x": 3, "y": 4}}],
        "wanderers": [
            {"key": "rat2", "name": "Another rat"}
            | {"sheet": {"ref": "rat", "abilities": {"luck": 3}, "weapons": ["dagger"], "kind": "CREATURE"}}
        ],
        "weather": "HURRICANE",
        "neutralsMayLeave": True,
        "recoveryBonus": -2,
    },
    "fantasia": {
        "initiative": "PHASES",
        "groupRolls": [{"group": "pack", "each": False}],
        "elements": False,
        "elementsExcept": ["goblin"],
        "grid": {"ignored": ["NO_DIAGONAL", "ONE_CELL"]},
    },
    "minis": {
        "buildPoints": 40,
        "zones": [{"side": "heroes", "edge": "WEST"}],
        "depth": 700,
        "openCombat": "DIE",
        "spellCost": "MANA",
        "opportunityAttacks": "SHOOTING_TOO",
    },
    "mongolian_mercenaries": {
        "attacker": "enemies",
        "ownBattlefield": {"id": "marsh", "name": "The marsh", "size": "SMALL", "start": "CLOSE"}
        | {"positions": [{"side": "party", "rank": 2, "cover": "LIGHT"}]},
        "distance": "CLOSE",
        "party": "PREPARED",
        "day": 3,
        "dayPhase": "NIGHT",
        "lightingPenalties": False,
        "cards": CARDS,
        "roundLimit": 12,
    },
    "saari": {"ambush": "BY_ENEMIES", "groupOrder": ["goblin"], "superiorityEdge": True, "delay": False},
}
"""Of each game: a setup with fields of every kind that its schema has."""
WRONG: dict[str, dict[str, Any]] = {
    "dozen_die": {"recoveryBonus": 99, "dice.0.green": 100, "specials.0.opens.x": 2_000_000},
    "fantasia": {"groupRolls.0.group": "a pack", "elementsExcept.0": "no one"},
    "minis": {"depth": 1, "buildPoints": -1},
    "mongolian_mercenaries": {"ownBattlefield.positions.0.rank": 9, "cards.weapons.0.critFaces.1": 20, "day": 1000},
    "saari": {"groupOrder.0": "no one"},
}
FIGURES = {
    "dozen_die": ("Templar", "Rat"),
    "fantasia": ("Soldier", "Goblin"),
    "minis": ("Knight", "Goblin"),
    "mongolian_mercenaries": ("Swordsman", "Bandit"),
    "saari": ("Karhu", "Goblin"),
}


def kinds_in(schema: dict[str, Any], defs: dict[str, Any], value: Any = ..., known: set[str] | None = None) -> set[str]:
    """The kinds of fields in a schema; with a value: those that it fills. Marked with "?" where they may be null."""
    known = set() if known is None else known
    if name := schema.get("$ref", "").rsplit("/", 1)[-1]:
        if value is ... and name in known:
            return set()
        known.add(name)
        return kinds_in({**defs[name]}, defs, value, known)
    if among := schema.get("anyOf"):
        (kind,) = [one for one in among if one.get("type") != "null"]
        inside = kinds_in(kind, defs, value, known)
        own = "enum" if "enum" in defs.get(kind.get("$ref", "").rsplit("/", 1)[-1], {}) else kind.get("type", "object")
        return {f"{own}?"} | inside
    if "enum" in schema:
        return {"enum"}
    found = {"map" if schema["type"] == "object" and "properties" not in schema else schema["type"]}
    for inside_schema, inside in insides(schema, value):
        found |= kinds_in(inside_schema, defs, inside, known)
    return found


def insides(schema: dict[str, Any], value: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """What a schema consists of, each with its part of the value."""
    if properties := schema.get("properties"):
        names = properties if value is ... else value
        yield from ((properties[name], ... if value is ... else value[name]) for name in names)
    elif schema["type"] == "object":
        yield from ((schema["additionalProperties"], one) for one in ([...] if value is ... else value.values()))
    elif schema["type"] == "array":
        yield from ((schema["items"], one) for one in ([...] if value is ... else value))


def hands(host: Tab, schema: dict[str, Any], act: str) -> Any:
    """Do something with the form of the rules. act: an expression with `hands`, `form` and `schema`."""
    return host.js(f"""(() => {{ {HANDS}
        const schema = {json.dumps(schema)}, hands = new Hands(schema.$defs), form = {FORM};
        return {act}; }})()""")


@pytest.mark.parametrize("game", sorted(Registry.installed().books))
def test_every_kind_of_field_is_filled_and_a_fault_stands_at_its_own(
    host: Tab, table: Table, token: str, game: str
) -> None:
    """What was filled in stands in the created fight; before, what is wrong is said where it is wrong."""
    told = table.get(f"/v1/systems/{game}", token).json()
    schema, defs = told["setup"], told["setup"]["$defs"]
    assert kinds_in(schema, defs) == kinds_in(schema, defs, GIVEN[game])
    play(host, told["name"])
    for side, figure in enumerate(FIGURES[game]):
        add(host, side, figure)
    host.click("[data-step=rare]")
    if game == "dozen_die":
        host.click(".swatch.look-door")
        stroke(host, (3, 4))
    hands(host, schema, f"hands.fill(form.firstElementChild, schema, {json.dumps(GIVEN[game])})")

    places = {
        f"hands.fault(form.firstElementChild, schema, {json.dumps(path.split('.'))})": nonsense
        for path, nonsense in WRONG[game].items()
    }
    write = "hands.write(%s.parentElement.querySelector('input'), %s)"
    before = {place: hands(host, schema, write % (place, json.dumps(nonsense))) for place, nonsense in places.items()}
    host.until(f"{SAID}.length === {len(places)}")
    for place in places:
        assert hands(host, schema, f"{place}.textContent && {place}.checkVisibility()"), f"{place}: it is not there"
    for place, kept in before.items():
        hands(host, schema, write % (place, json.dumps(kept)))
    host.until(f"{SAID}.length === 0")
    assert made(host, table, token)["setup"][told["key"]] == GIVEN[game]
    assert host.complaints == []


def test_what_may_be_absent_is_left_out_again(host: Tab, table: Table, token: str) -> None:
    """An object that was begun is taken away as a whole, and no more is said of it."""
    told = table.get("/v1/systems/fantasia", token).json()
    play(host, told["name"])
    for side, figure in enumerate(FIGURES["fantasia"]):
        add(host, side, figure)
    wish = {"askReactions": True, "grid": {"ignored": ["ONE_CELL"]}}
    hands(host, told["setup"], f"hands.fill(form.firstElementChild, schema, {json.dumps(wish)})")
    grid = "hands.input(hands.row(form.firstElementChild, hands.of(schema), 'grid'))"
    hands(host, told["setup"], f"{grid}.querySelector(':scope > .item > button').click()")
    assert made(host, table, token)["setup"]["fantasia"] == {"askReactions": True}
    assert host.complaints == []


def words_of(book: Rulebook[Any]) -> set[str]:
    """What a game alone calls something: itself, its orders, facts and questions."""
    told = [one.__name__ for one in (*book.system.events, *book.system.questions)]
    return {book.system.id, book.key, *(camel(one.__name__) for one in book.system.orders), *told}


def test_no_page_knows_a_game() -> None:
    """In no module of the pages stands the name of a game, or of an order, a fact or a question of its rules."""
    modules = [path for room in ("client", "table") for path in (OWN / room).rglob("*.js")]
    assert len(modules) > 50
    known = set[str]().union(*(words_of(book) for book in Registry.installed().books.values())) - {*get_args(Icon)}
    for path in modules:
        text = path.read_text(encoding="utf-8")
        said = {name or key for name, key in re.findall(r"['`\"](\w+)['`\"]|\b(\w+): *{", text)}
        assert not said & known, path.name
