"""The form of a new fight in a real browser: whatever is said in it arrives in the fight that is made of it."""

from __future__ import annotations

import json

from tests.api.in_browser.test_host import FROM_SHELVES, READY, add, choose, made, play, press, put
from tests.api.table import Table
from tests.support.browsers.browser import Tab

JOIN = """
mutation Join($invitation: String!) { join(invitation: $invitation) { ... on Joined { token { token seat } } } }"""
MARKUP = "<img src=x onerror=alert(1)>"
SINGLE = (
    "[['skip', 'checked'], ['pace', 'value']].map(([of, what]) => "
    "document.querySelector(`.new-fight [data-single=${of}]`)[what])"
)


def test_what_becomes_of_single_answers_is_said_before_play(host: Tab, table: Table, token: str) -> None:
    """Questions with one answer are skipped, unless the host says otherwise; rules on a shelf keep what he has said."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    assert host.js(SINGLE) == [True, "2"]
    assert made(host, table, token).get("singleAnswers", {"skip": True, "pace": 2}) == {"skip": True, "pace": 2}
    play(host, "La Fantasia Final")
    host.click(".new-fight [data-single=skip]")
    put(host, "document.querySelector('.new-fight [data-single=pace]')", "5")
    choose(host, "document.querySelector('[aria-label=\"What to keep\"]')", "Rules")
    put(host, "document.querySelector('[aria-label=\"Name on the shelf\"]')", "All asked")
    host.click(".new-fight .keep")
    play(host, "Saari")
    play(host, "La Fantasia Final")
    assert host.js(SINGLE) == [True, "2"]
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    choose(host, FROM_SHELVES, "Rules: All asked")
    press(host, ".new-fight", "Use it")
    host.until(f"{SINGLE}.join() === 'false,5'")
    assert made(host, table, token)["singleAnswers"] == {"skip": False, "pace": 5}
    play(host, "La Fantasia Final")
    put(host, "document.querySelector('.new-fight [data-single=pace]')", "11")
    host.until("document.querySelector('.new-fight .faults')?.innerText.includes('10')")
    assert host.complaints == []


def newest(table: Table, token: str) -> str:
    """The fight that a host has made last."""
    found: str = table.get("/v1/encounters?first=1", token).json()["encounters"][0]["id"]
    return found


def row_of(name: str) -> str:
    """The row of a seat in the form."""
    return (
        "[...document.querySelectorAll('.new-fight .seat')].find((one) => "
        f"one.querySelector('input').value === {json.dumps(name)})"
    )


def test_seats_bots_and_figures_are_as_the_form_has_them(host: Tab, table: Table, token: str) -> None:
    """Names, roles, a bot with its pace, who plays whom and who is hidden; the code beside a link lets somebody in."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin", "Ogre")
    put(host, f"{row_of('Player 1')}.querySelector('input')", "Łukasz")
    host.until(row_of("Łukasz"))
    choose(host, f"{row_of('Player 2')}.querySelector('[aria-label=Bot]')", "bot: random")
    host.until(f"{row_of('Player 2')}.querySelector('input[type=number]')")
    put(host, f"{row_of('Player 2')}.querySelector('input[type=number]')", "1.5")
    press(host, ".new-fight", "+ Player")
    choose(host, f"{row_of('Player 3')}.querySelector('[aria-label=Role]')", "Spectator")
    host.until(f"!{row_of('Player 3')}.querySelector('[aria-label=Bot]')")
    figure = "document.querySelectorAll('.new-fight .figure')[%d]"
    choose(host, f"{figure % 1}.querySelectorAll('select')[1]", "Player 2")
    host.js(f"{figure % 2}.querySelector('input[type=checkbox]').click()")
    host.click(".new-fight button[type=submit]")
    host.until("document.querySelectorAll('dialog code').length === 1", 20)
    name, link, code = host.js("""(() => {
        const code = document.querySelector('dialog code'), card = code.closest('.card');
        return [card.querySelector('strong').innerText, card.querySelector('input').value, code.innerText]; })()""")
    assert name == "Łukasz"
    assert host.js("document.querySelectorAll('dialog svg.qr').length") == 1
    (invited,) = table.get(f"/v1/encounters/{newest(table, token)}/invitations", token).json()
    assert (link, code.replace(" ", "")) == (f"{table.url}/play#invitation={invited['code']}", invited["short"])
    joined = table.data(JOIN, None, invitation=code)["join"]
    assert joined["token"]["seat"] == "player_1"
    host.click("dialog .primary")
    (one, *_) = table.get("/v1/encounters?first=1", token).json()["encounters"]
    fight = table.get(f"/v1/encounters/{one['id']}", token).json()
    assert [(seat["key"], seat["name"], seat["role"], seat["bot"], seat["botPace"]) for seat in fight["seats"]] == [
        ("gm", "GM", "GM", None, None),
        ("player_1", "Łukasz", "PLAYER", None, None),
        ("player_2", "Player 2", "PLAYER", "RANDOM", 1500),
        ("player_3", "Player 3", "SPECTATOR", None, None),
    ]
    gm = table.post(f"/v1/encounters/{one['id']}/tokens", token, {"seat": "gm"}).json()["token"]
    whole = table.get(f"/v1/encounters/{one['id']}", gm).json()["combatants"]
    assert [(who["key"], who["seat"]) for who in whole] == [
        ("soldier", "player_1"),
        ("goblin", "player_2"),
        ("ogre", None),
    ]
    seen = table.get(f"/v1/encounters/{one['id']}", joined["token"]["token"]).json()["combatants"]
    assert [who["key"] for who in seen] == ["soldier", "goblin"]
    assert host.complaints == []


def spots(page: Tab, wide: int, *places: tuple[float, float]) -> list[tuple[float, float]]:
    """Places of the painted board, counted in its squares, as spots of the window."""
    left, top, size = page.js(f"""(() => {{
        const board = document.querySelector('.paint');
        board.scrollIntoView({{ block: 'center' }});
        const box = board.getBoundingClientRect(), inside = board.getScreenCTM();
        return [inside.e, inside.f, inside.a * board.viewBox.baseVal.width / {wide}]; }})()""")
    return [(left + x * size, top + y * size) for x, y in places]


def drag(page: Tab, grip: str, *way: tuple[float, float]) -> None:
    """Drag an element by the mouse. grip: a selector."""
    x, y = page.js(f"""(() => {{ const box = document.querySelector({json.dumps(grip)}).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
    page.mouse(x, y, *way)


def test_an_open_table_is_painted_by_rectangles(host: Tab, table: Table, token: str) -> None:
    """Each drag is one; undo takes the last one back; figures are dragged by the mouse to where they stand."""
    play(host, "Minis")
    add(host, 0, "Knight")
    add(host, 1, "Goblin")
    entry = host.js("document.querySelector('.ground-editor .swatch').innerText")
    press(host, ".ground-editor", entry)
    for way in (((5.5, 5.5), (8.5, 9.5)), ((20.5, 9.5), (18.5, 3.5))):
        start, end = spots(host, 36, *way)
        host.mouse(*start, ((start[0] + end[0]) / 2, start[1]), end)
    host.until("document.querySelectorAll('.paint .patch').length === 2")
    host.click(".new-fight .undo")
    host.until("document.querySelectorAll('.paint .patch').length === 1")
    drag(host, ".paint .figure-token[data-figure=knight]", *spots(host, 36, (10.5, 20.5)))
    ground = (created := made(host, table, token))["ground"]
    (patch,) = ground["patches"]
    corners = [(point["x"], point["y"]) for point in patch["area"]["outlines"][0]["points"]]
    assert corners == [(500, 500), (800, 500), (800, 900), (500, 900)]
    assert created["combatants"][0]["place"]["point"] == {"x": 1050, "y": 2050}
    assert host.complaints == []


def test_who_falls_off_a_smaller_grid_is_dragged_onto_it_again(host: Tab, table: Table, token: str) -> None:
    """Width and height are set; whoever stood beyond is shown without a place, and put down by the mouse."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    sizes = "[...document.querySelectorAll('.ground-editor input[type=number]')]"
    put(host, f"{sizes}[0]", "10")
    put(host, f"{sizes}[1]", "8")
    host.until("document.querySelectorAll('.paint rect[data-x]').length === 80")
    loose = "[...document.querySelectorAll('.loose')].map((one) => one.innerText)"
    assert host.js(loose) == ["Goblin"]
    drag(host, ".loose", *spots(host, 10, (8.5, 1.5)))
    host.until(f"{loose}.length === 0")
    drag(host, ".paint .figure-token[data-figure=soldier]", *spots(host, 10, (1.5, 6.5)))
    created = made(host, table, token)
    assert [len(row) for row in created["ground"]["rows"]] == [10] * 8
    assert [one["place"]["cell"] for one in created["combatants"]] == [{"x": 1, "y": 6}, {"x": 8, "y": 1}]
    assert host.complaints == []


def test_what_people_write_is_shown_as_text(host: Tab, table: Table, token: str) -> None:
    """Names of a fight, seats, figures, sides, zones and of what stands on a shelf are never read as markup."""
    wish = {
        "system": "saari",
        "name": MARKUP,
        "sides": [{"key": "foes", "label": MARKUP}],
        "seats": [{"id": "gm", "name": MARKUP, "role": "GM"}, {"id": "ana", "name": f"2{MARKUP}", "role": "PLAYER"}],
        "combatants": [
            {"id": "karhu", "name": MARKUP, "side": "heroes", "seat": "ana", "sheet": {"saari": {"ref": "karhu"}}},
            {"id": "goblin", "name": f"2{MARKUP}", "side": "foes", "sheet": {"saari": {"ref": "goblin"}}},
        ],
        "ground": {
            "space": {"kind": "ZONES"},
            "zones": [{"key": "a", "label": MARKUP}, {"key": "b", "label": f"2{MARKUP}"}],
            "links": [{"key": "a-b", "from": "a", "to": "b"}],
        },
    }
    item = {"name": MARKUP, "system": "saari", "content": wish}
    assert table.http.put("/v1/shelf/FIGHT/evil", json=item, headers=table.headers(token)).is_success
    host.call("Page.reload")
    host.until(f"{READY} && document.querySelector('.my-shelf li')?.textContent.includes('<img')")
    play(host, "Saari")
    choose(host, FROM_SHELVES, f"Template: {MARKUP}")
    press(host, ".new-fight", "Use it")
    host.until("document.querySelectorAll('.new-fight .figure').length === 2")
    seen = host.js("document.querySelector('.new-fight').innerHTML")
    assert seen.count("&lt;img") > 5, "it is shown"
    assert host.js("document.querySelectorAll('img:not(.fight-picture)').length") == 0
    host.click(".new-fight button[type=submit]")
    host.until("document.querySelector('dialog[open]')?.innerText.includes('<img')")
    assert host.js("document.querySelectorAll('img:not(.fight-picture)').length") == 0
    host.click("dialog .primary")
    host.until("document.querySelector('.my-fights li strong')?.innerText.includes('<img')")
    press(host, ".my-shelf li", "×")
    host.until("document.querySelector('dialog[open]')?.innerText.includes('<img')")
    host.click("dialog button[value=no]")
    assert host.js("document.querySelectorAll('img:not(.fight-picture)').length") == 0
    assert host.complaints == []


RULE = "document.querySelector('.new-fight .house [data-rule=%s] :is(input, select)')"
SET = "document.querySelector('.new-fight .house summary small').textContent"
PLAYED = """[...document.querySelectorAll('.house-rules [data-rule]')].map((one) => [one.dataset.rule,
  one.querySelector('b').textContent, one.querySelector('small').textContent])"""


def test_house_rules_are_set_kept_and_shown_to_whoever_plays_and_watches(host: Tab, table: Table, token: str) -> None:
    """A switch, a number and a choice; what is as usual again is none; a template brings them back."""
    play(host, "Dozen Die")
    choose(host, RULE % "failedProtection", "a point for each hit")
    assert host.js(SET) == "1 set"
    choose(host, RULE % "failedProtection", "a point for each failed die")
    assert host.js(SET) == ""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    host.js(f"{RULE % 'fumbles'}.click()")
    put(host, RULE % "deathCounter", "5")
    put(host, RULE % "restHours", "99")
    host.until("document.querySelector('.new-fight .house [data-rule=restHours] .refusal').innerText.includes('12')")
    put(host, RULE % "restHours", "8")
    host.until("!document.querySelector('.new-fight .house [data-rule=restHours] .refusal').innerText")
    assert host.js(SET) == "2 set"
    choose(host, "document.querySelector('[aria-label=\"What to keep\"]')", "Rules")
    put(host, "document.querySelector('[aria-label=\"Name on the shelf\"]')", "Ours")
    host.click(".new-fight .keep")
    wish = made(host, table, token)
    assert wish["houseRules"] == {"fumbles": False, "deathCounter": 5}
    fight = newest(table, token)
    gm = table.post(f"/v1/encounters/{fight}/tokens", token, {"seat": "gm"}).json()["token"]
    play(host, "La Fantasia Final")
    assert host.js(f"[{RULE % 'fumbles'}.checked, {RULE % 'deathCounter'}.value]") == [True, "3"]
    choose(host, FROM_SHELVES, "Rules: Ours")
    press(host, ".new-fight", "Use it")
    host.until(f"{SET} === '2 set'")
    assert host.js(f"[{RULE % 'fumbles'}.checked, {RULE % 'deathCounter'}.value]") == [False, "5"]
    assert host.complaints == []
    for page in ("play", "watch"):
        host.call("Page.navigate", url=f"{table.url}/{page}#fight={fight}&token={gm}")
        host.until(f"{PLAYED}.length === 2")
        assert host.js(PLAYED) == [["deathCounter", "5", "usually 3"], ["fumbles", "off", "usually on"]]
    assert host.complaints == []
