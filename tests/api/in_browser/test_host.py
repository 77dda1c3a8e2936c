"""The page of a host in a real browser: ground painted and taken from files, faults, shelves, fights."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.pictures.files import drawn, map_file
from tests.api.table import Table
from tests.support.browsers.browser import Tab

READY = "document.getElementById('app').dataset.ready"
SHELF = "[...document.querySelectorAll('.my-shelf li span')].map((one) => one.textContent)"
FIGHTS = "[...document.querySelectorAll('.my-fights li strong')].map((one) => one.textContent)"
WALLS = "[...document.querySelectorAll('.paint rect.look-wall')].map(({ dataset: { x, y } }) => [+x, +y])"
FROM_SHELVES = "document.querySelector('[aria-label=\"From my shelves\"]')"
TITLES = """[...document.querySelectorAll('.new-fight .figure')].map((one) => [one.querySelector('input').value,
  one.querySelectorAll('select')[1].selectedOptions[0].textContent])"""


def choose(page: Tab, field: str, label: str) -> None:
    """Choose an entry of a list by what it says. field: an expression of the page."""
    found = f"[...{field}.options].find((one) => one.textContent === {json.dumps(label)})"
    page.until(found)
    put(page, field, page.js(f"{found}.value"))


def put(page: Tab, field: str, value: str) -> None:
    """Fill a field, as a person does. field: an expression of the page."""
    page.js(f"""(() => {{
        const field = {field};
        field.value = {json.dumps(value)};
        for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, {{ bubbles: true }}));
    }})()""")


def press(page: Tab, inside: str, label: str) -> None:
    """Press the button that says so."""
    page.js(
        f"[...document.querySelectorAll('{inside} button')]"
        f".find((one) => one.textContent.trim() === {json.dumps(label)}).click()"
    )


def play(page: Tab, game: str) -> None:
    """Begin a new fight of a game, from nothing."""
    if page.js("document.querySelector('main').dataset.screen === 'new'"):
        page.click(".new-fight .back")
    page.until("document.querySelector('main').dataset.screen === 'tonight'")
    press(page, ".begin-new", game)
    page.until("document.querySelector('.new-fight .entry')")


def add(page: Tab, side: int, *who: str) -> None:
    """Figures of the bestiary, one of each name."""
    page.js(f"document.querySelectorAll('.new-fight [data-side-of]')[{side}].click()")
    for one in who:
        named = f"one.querySelector('strong').textContent === {json.dumps(one)}"
        entry = f"[...document.querySelectorAll('.new-fight .entry')].find((one) => {named})"
        page.js(f"{entry}.querySelector('[data-act^=more]').click()")


def upload(page: Tab, selector: str, file: Path) -> None:
    """Choose a file."""
    root = page.call("DOM.getDocument")["root"]["nodeId"]
    node = page.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
    page.call("DOM.setFileInputFiles", nodeId=node, files=[str(file)])


def made(page: Tab, table: Table, token: str) -> dict[str, Any]:
    """Make the fight; what it was created from."""
    page.click(".new-fight button[type=submit]")
    page.until("document.querySelector('dialog[open]')")
    page.click("dialog .primary")
    page.until("document.querySelector('main').dataset.screen === 'tonight'")
    (one, *_) = table.get("/v1/encounters?first=1", token).json()["encounters"]
    kept = table.post(f"/v1/encounters/{one['id']}/shelf", token, {"kind": "FIGHT", "key": "made", "name": "Made"})
    assert kept.is_success, kept.text
    found: dict[str, Any] = table.get("/v1/shelf/FIGHT/made", token).json()["content"]
    return found


def stroke(page: Tab, *cells: tuple[int, int]) -> None:
    """A stroke of the mouse over cells of the board that is painted, which is 18 wide."""
    box = page.js("""(() => { const board = document.querySelector('.paint'); board.scrollIntoView({ block: 'center' });
        const { x, y, width } = board.getBoundingClientRect(); return [x, y, width / 18]; })()""")
    spots = [(box[0] + (x + 0.5) * box[2], box[1] + (y + 0.5) * box[2]) for x, y in cells]
    page.mouse(*spots[0], *spots)


def test_ground_is_painted_in_strokes_and_undone(host: Tab, table: Table, token: str) -> None:
    """By the mouse and by keys alone; undo takes the last stroke back."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    host.click(".swatch.look-wall")
    stroke(host, (4, 0), (4, 1), (4, 2), (4, 3))
    assert host.js(WALLS) == [[4, 0], [4, 1], [4, 2], [4, 3]]
    host.js("document.querySelector('.paint').focus()")
    for key in ("ArrowLeft", "Enter", "ArrowDown", "ArrowDown", "Enter"):
        host.key(key)
    assert host.js(WALLS)[4:] == [[8, 6], [8, 7], [8, 8]]
    host.click(".new-fight .undo")
    assert host.js(WALLS) == [[4, 0], [4, 1], [4, 2], [4, 3]]
    rows = made(host, table, token)["ground"]["rows"]
    assert [row[4] for row in rows] == ["#"] * 4 + ["."] * 8
    assert host.complaints == []


@pytest.mark.parametrize(
    ("game", "figure", "where"), [("La Fantasia Final", "Soldier", "cell"), ("Minis", "Knight", "point")]
)
def test_a_map_file_becomes_the_ground(
    host: Tab, table: Table, token: str, tmp_path: Path, game: str, figure: str, where: str
) -> None:
    """Its walls and doors are shown, on squares and on an open table; figures stand on it."""
    file = tmp_path / "crypt.dd2vtt"
    file.write_bytes(map_file(drawn("JPEG", (640, 480))))
    play(host, game)
    add(host, 0, figure)
    add(host, 1, "Goblin")
    upload(host, ".ground-editor input[type=file]", file)
    host.until("document.querySelectorAll('.paint .edge.look-wall').length > 3")
    assert host.js("document.querySelectorAll('.paint .edge.look-door').length") >= 2
    assert host.js("document.querySelectorAll('.paint .figure-token').length") == 2
    host.until("document.querySelector('.mapped image')")
    created = made(host, table, token)
    kept = created["backdrop"]
    assert (kept["picture"][:8], kept["width"], kept["height"]) == ("picture:", 800, 600)
    assert {"wall", "door"} <= {edge["entry"] for edge in created["ground"]["edges"]}
    assert [len(row) for row in created["ground"].get("rows", [])] == ([8] * 6 if where == "cell" else [])
    assert all(where in one["place"] for one in created["combatants"])
    assert host.complaints == []


def test_zones_are_named_joined_and_said_to_be_hard_to_cross(host: Tab, table: Table, token: str) -> None:
    """A third zone, a way to it, and what lies in it, in the words of the game."""
    play(host, "Saari")
    add(host, 0, "Karhu")
    add(host, 1, "Goblin")
    host.click("[data-step=ground]")
    host.js("document.querySelector('.zone-row[data-zone-row=b] input').focus()")
    host.until("document.querySelector('.zone-row.chosen').dataset.zoneRow === 'b'")
    host.click(".add-zone")
    put(host, "document.querySelector('.zone-row.chosen input')", "The ford")
    host.until("document.querySelector('.paint [data-zone=c]').textContent.includes('The ford')")
    laid = "document.querySelector('.zone-row.chosen [data-entry=difficult]')"
    assert host.js(f"{laid}.parentElement.textContent.trim()") == "Difficult ground"
    host.js(f"{laid}.click()")
    ground = made(host, table, token)["ground"]
    assert [(one["label"], one.get("entries", [])) for one in ground["zones"]] == [
        ("A", []),
        ("B", []),
        ("The ford", ["difficult"]),
    ]
    assert [(one["from"], one["to"]) for one in ground["links"]] == [("a", "b"), ("b", "c")]
    assert host.complaints == []


def test_all_that_is_wrong_is_said_at_once_and_in_its_place(host: Tab) -> None:
    """Before anything is sent: at two sheets, and what belongs to none of them below."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier", "Paladin")
    for number, nonsense in enumerate(("nobody", "no_one")):
        put(host, f"document.querySelectorAll('.new-fight .schema-form input')[{number}]", nonsense)
    faults = (
        "[...document.querySelectorAll('.new-fight .figure .refusal')].map((one) => one.textContent).filter(Boolean)"
    )
    host.until(f"{faults}.length === 2")
    assert [name in said for name, said in zip(("nobody", "no_one"), host.js(faults), strict=True)] == [True, True]
    put(host, "document.querySelector('.new-fight .schema-form input')", "soldier")
    put(host, "document.querySelectorAll('.new-fight .schema-form input')[1]", "paladin")
    host.until(f"{faults}.length === 0")
    assert host.complaints == []


def test_what_is_made_once_is_kept_on_the_shelves_and_used_again(host: Tab, table: Table, token: str) -> None:
    """A sheet, the party with its seats, the map, the rules, the whole; another fight is put together from them."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    host.click(".swatch.look-wall")
    stroke(host, (4, 0), (4, 1))
    host.js("document.querySelectorAll('.new-fight .keep-sheet')[1].click()")
    host.until(f"{SHELF}.includes('Sheet: Goblin')")
    for kind in ("Template", "Party", "Map", "Rules"):
        choose(host, "document.querySelector('[aria-label=\"What to keep\"]')", kind)
        put(host, "document.querySelector('[aria-label=\"Name on the shelf\"]')", f"Our {kind}")
        host.click(".new-fight .keep")
        host.until(f"{SHELF}.includes('{kind}: Our {kind}')")
    host.click(".new-fight .keep")  # once more: it is the same one
    host.until(
        "[...document.querySelectorAll('.new-fight output')].some((one) => one.textContent.includes('on your shelf'))"
    )
    assert len(host.js(SHELF)) == 5
    play(host, "Minis")
    play(host, "La Fantasia Final")
    for label in ("Party: Our Party", "Map: Our Map", "Rules: Our Rules", "Sheet: Goblin"):
        choose(host, FROM_SHELVES, label)
        press(host, ".new-fight", "Use it")
        host.until(
            {"Party": f"{TITLES}.length === 1", "Map:": f"{WALLS}.length === 2", "Sheet": f"{TITLES}.length === 2"}.get(
                label[:5], "true"
            )
        )
    assert host.js(TITLES) == [["Soldier", "Player 1"], ["Goblin", "Game master"]]
    again = made(host, table, token)
    assert [one["sheet"]["fantasia"]["ref"] for one in again["combatants"]] == ["soldier", "goblin"]
    assert [row[4] for row in again["ground"]["rows"][:3]] == ["#", "#", "."]
    assert host.complaints == []


def test_a_template_keeps_what_the_form_has_no_field_for(host: Tab, table: Table, token: str) -> None:
    """It was made by a program: wounds, a picture below, who knows of whom; ids stay as they are."""
    wish = {
        "system": "fantasia",
        "name": "Ambush",
        "dice": "PHYSICAL",
        "figuresOpen": True,
        "backdrop": {"picture": "https://maps.example/ford.webp", "width": 400, "height": 200},
        "sides": [{"key": "foes", "label": "The pack"}],
        "seats": [{"id": "gm", "name": "Gil", "role": "GM"}, {"id": "ana", "name": "Ana", "role": "PLAYER"}],
        "combatants": [
            {"id": "c1", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": {"fantasia": {"ref": "soldier"}}},
            {
                "id": "w1",
                "name": "Wolf",
                "side": "foes",
                "vitals": {"hp": 3},
                "seenBy": ["ana"],
                "sheet": {"fantasia": {"ref": "goblin"}},
            },
        ],
    }
    put_item = table.http.put(
        "/v1/shelf/FIGHT/ambush",
        json={"name": "Ambush", "system": "fantasia", "content": wish},
        headers=table.headers(token),
    )
    assert put_item.is_success, put_item.text
    play(host, "La Fantasia Final")
    choose(host, FROM_SHELVES, "Template: Ambush")
    press(host, ".new-fight", "Use it")
    host.until(f"{TITLES}.length === 2")
    assert host.js("['fight-name', 'dice'].map((name) => document.getElementsByName(name)[0].value)") == [
        "Ambush",
        "PHYSICAL",
    ]
    assert host.js("document.getElementsByName('open')[0].checked")
    put(host, "document.getElementsByName('fight-name')[0]", "Tonight")
    created = made(host, table, token)
    assert created["name"] == "Tonight"
    assert (created["dice"], created["figuresOpen"]) == ("PHYSICAL", True)
    assert created["backdrop"]["picture"] == wish["backdrop"]["picture"]
    assert [side["label"] for side in created["sides"]] == ["The pack"]
    assert [one["id"] for one in created["combatants"]] == ["c1", "w1"]
    assert created["combatants"][1]["vitals"] == {"hp": 3}
    assert created["combatants"][1]["seenBy"] == ["ana"]
    assert host.complaints == []


def test_sides_of_a_template_are_called_by_words(host: Tab, table: Table, token: str) -> None:
    """As the template names them, else as the game does; a key that nobody has a name for is read as words."""
    sides = {"Cloud": "party", "Wolf": "foes", "Bear": "ice_bears"}
    people = [
        {"id": name.lower(), "name": name, "side": side, "sheet": {"fantasia": {"ref": "soldier"}}}
        for name, side in sides.items()
    ]
    seats = [{"id": "gm", "name": "Gil", "role": "GM"}]
    named = [{"key": "foes", "label": "The pack"}]
    wish = {"system": "fantasia", "name": "Ice", "seats": seats, "combatants": people, "sides": named}
    wish |= {"typedBy": {"sides": ["foes", "ice_bears"]}, "dice": "SEEDED"}
    item = {"name": "Ice", "system": "fantasia", "content": wish}
    assert table.http.put("/v1/shelf/FIGHT/ice", json=item, headers=table.headers(token)).is_success
    play(host, "La Fantasia Final")
    choose(host, FROM_SHELVES, "Template: Ice")
    press(host, ".new-fight", "Use it")
    host.until(f"{TITLES}.length === 3")
    chosen = (
        "[...document.querySelectorAll('.figure select[aria-label=Side]')].map((one) => one.selectedOptions[0].label)"
    )
    assert host.js(chosen) == ["The party", "The pack", "Ice bears"]
    marked = "[...document.querySelectorAll('[data-side]:checked')].map((one) => one.closest('label').innerText)"
    assert [("The pack" in one, "Ice bears" in one) for one in host.js(marked)] == [(True, False), (False, True)]
    assert host.complaints == []


def test_sides_and_seats_roll_real_dice_where_they_are_marked(host: Tab, table: Table, token: str) -> None:
    """Both are said in the form, may be said otherwise again, and arrive as they are."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    sides = "[...document.querySelectorAll('.new-fight [data-side]')]"
    assert host.js(f"{sides}.length") == 0, "nobody is marked where the server rolls for all"
    dice = "document.getElementsByName('dice')[0]"
    choose(host, dice, "Some roll real dice, the server for the rest")
    assert host.js(f"{sides}.map((one) => one.parentElement.innerText.trim())") == [
        "Real dice for the side: Heroes",
        "Real dice for the side: Foes",
    ]
    assert host.js(f"{sides}.some((one) => one.checked)") is False
    for side in ("heroes", "foes", "heroes"):
        host.click(f".new-fight [data-side={side}]")
    press(host, ".new-fight", "+ Player")
    assert host.js(f"{sides}.map((one) => one.checked)") == [False, True], "they stay marked when seats are drawn anew"
    created = made(host, table, token)
    players = [seat["id"] for seat in created["seats"] if seat["role"] == "PLAYER"]
    assert (created["dice"], created["typedBy"]) == ("SEEDED", {"seats": players, "sides": ["foes"]})
    assert host.complaints == []


def test_fights_are_copied_and_archived(host: Tab, table: Table, token: str) -> None:
    """A copy has a name of its own; the archive keeps what leaves the list."""
    play(host, "Saari")
    add(host, 0, "Karhu")
    add(host, 1, "Goblin")
    made(host, table, token)
    host.until(f"{FIGHTS}.length === 1")
    press(host, ".my-fights li", "Copy")
    host.until(f"{FIGHTS}.join() === 'Saari 2,Saari'")
    press(host, ".my-fights li", "Archive")
    host.until(f"{FIGHTS}.join() === 'Saari'")
    host.click(".my-fights input[type=checkbox]")
    host.until(f"{FIGHTS}.includes('Saari 2')")
    assert host.complaints == []
