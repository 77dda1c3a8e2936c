"""The board of the page to play is touched: places and figures are pointed at, and once more does it."""

from __future__ import annotations

from tests.api.fights import Bridge, bridge, sheet
from tests.api.in_browser.test_orders import WAY, cell, field, sit, tap
from tests.api.table import Table
from tests.support.browsers.browser import Tab

POP = "document.querySelector('.pop')"
MARKED = "document.querySelector('.pop .opt.sel')"
LOG = "document.querySelector('skald-log').innerText"
COUNT = """window.touches = 0; addEventListener('pointerdown', () => { window.touches += 1; }, true);"""
APART = "performance.now() - window.pointed > 350"
"""Two clicks that come faster are a double click."""


def turn(page: Tab, table: Table) -> Bridge:
    """Vivi's turn on Ana's page, with Rosa of her side and two foes."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=COUNT)
    fight = field(table)
    sit(page, fight, "ana")
    page.until("document.querySelector('#overlay [data-part=stand]')")
    return fight


def point(page: Tab, hand: str, x: int, y: int) -> None:
    """A square, slowly enough not to be a double click."""
    tap(page, hand, x, y)
    page.js("window.pointed = performance.now(); 0")


def test_a_move_is_two_clicks(page: Tab, table: Table, hand: str) -> None:
    """A square shows the way and sends nothing, the same again goes there; the focus stays on the board."""
    fight = turn(page, table)
    before = fight.open("ana")["version"]
    tap(page, hand, 1, 4)
    page.until(f"{WAY}?.endsWith('150,450')")
    assert fight.open("ana")["version"] == before, "it is sent already"
    tap(page, hand, 1, 4)
    page.until("document.querySelector('.figure[data-combatant=vivi] small').textContent.includes('1, 4')")
    page.until(f"{WAY} === undefined")
    assert page.js("window.touches") == 2
    assert page.js("document.activeElement.matches('skald-board')")
    assert page.complaints == []


def test_a_blow_is_two_clicks(page: Tab, table: Table, hand: str) -> None:
    """A foe has his menu with the chance of each way, the likeliest marked; the same again strikes."""
    fight = turn(page, table)
    before = fight.open("ana")["version"]
    point(page, hand, 2, 2)
    page.until(f"{MARKED}?.innerText.includes('%')")
    assert page.js(f"{POP}.getAttribute('aria-label')") == "Steiner"
    assert fight.open("ana")["version"] == before, "it is sent already"
    page.until(APART)
    tap(page, hand, 2, 2)
    page.until(f"{LOG}.includes('Steiner') && {LOG}.includes('Vivi')")
    assert fight.open("ana")["version"] > before
    assert page.js(POP) is None
    assert page.js("window.touches") == 2
    assert page.complaints == []


def test_keys_alone_play_a_turn(page: Tab, table: Table) -> None:
    """Move by M and arrows, strike by F, end by E, each done by Enter: without Tab, and the focus stays."""
    turn(page, table)
    page.key("m")
    page.until("document.querySelector('form.draft') && document.activeElement.matches('skald-board')")
    page.key("ArrowDown")
    page.key("Enter")
    page.until(f"{WAY}?.endsWith('150,350') && document.querySelector('form.draft .primary:not(:disabled)')")
    page.key("Enter")
    page.until("document.querySelector('.figure[data-combatant=vivi] small').textContent.includes('1, 3')")
    assert page.js("document.activeElement.matches('skald-board')")
    page.key("f")
    page.until(f"{POP}?.innerText.includes('%')")
    page.key("Escape")
    page.until(f"{POP} === null")
    assert page.js("document.activeElement.matches('skald-board')")
    page.key("e")
    page.until("document.querySelector('.order [aria-current=true]')?.innerText.includes('Steiner')")
    assert page.complaints == []


def test_a_double_click_opens_the_sheet_and_does_nothing(page: Tab, table: Table) -> None:
    """Of a foe as far as he is known, one's own whole: values, spells with their price and sentence; keys close it."""
    fight = turn(page, table)
    before = fight.open("ana")["version"]
    tap(page, "mouse", 2, 2)
    tap(page, "mouse", 2, 2)
    page.until("document.querySelector('dialog')?.innerText.includes('Steiner')")
    assert "Soldier" in page.text("dialog")
    assert fight.open("ana")["version"] == before
    page.click("dialog .primary")
    page.until("!document.querySelector('dialog')")
    tap(page, "mouse", 1, 2)
    tap(page, "mouse", 1, 2)
    page.until("document.querySelector('dialog')?.innerText.includes('Vivi')")
    own = page.text("dialog")
    for told in ("Defence", "Fire damage 2d6 plus mind to one target within 10 m.", "4 MP"):
        assert told in own
    page.key("Escape")
    page.until("!document.querySelector('dialog')")
    assert page.complaints == []


def test_whom_an_order_names_itself_is_who_it_is_asked_about(page: Tab, table: Table) -> None:
    """With one target in reach there is nothing to choose: the question names that figure, not the weapon."""
    sit(page, field(table), "ana")
    start = (
        "performance.getEntriesByType('resource').map(({ name }) => name).find((name) => name.endsWith('/offers.js'))"
    )
    now, offer = "{ combatants: [{ key: 'rosa', name: 'Rosa' }] }", "{ target: 'rosa', name: 'Staff' }"
    assert page.js(f"import({start}).then(({{ aimedAt }}) => aimedAt({now}, {offer}))") == "Rosa"
    assert page.js(f"import({start}).then(({{ aimedAt }}) => aimedAt({now}, {{ name: 'Fire' }}))") == "Fire"


def test_no_harm_to_ones_own_is_marked_and_it_is_asked_twice(page: Tab, table: Table) -> None:
    """A friend is pointed at: what harms stands last and unmarked; chosen, it asks, and a no sends nothing."""
    rosa = {"id": "rosa", "name": "Rosa", "side": "heroes", "seat": "ana", "sheet": sheet(), **cell(1, 1)}
    fight = field(table, more=[rosa])
    sit(page, fight, "ana")
    page.until("document.querySelector('#overlay [data-part=stand]')")
    before = fight.open("ana")["version"]
    point(page, "mouse", 1, 1)
    page.until(f"{POP}?.querySelector('.opt.own')")
    assert not page.js(f"{POP}.querySelector('.opt.own.sel')")
    page.click(".pop .opt.own")
    page.until("document.querySelector('dialog')?.innerText.includes('Really at Rosa?')")
    page.click("dialog button[value=no]")
    page.until("!document.querySelector('dialog')")
    assert fight.open("ana")["version"] == before
    assert page.complaints == []


def test_a_spell_whose_area_reaches_ones_own_is_not_marked(page: Tab, table: Table) -> None:
    """Firaga at Steiner reaches Vivi beside him: likely as it is, it is left unmarked, and asks before it burns her."""
    fight = turn(page, table)
    before = fight.open("ana")["version"]
    point(page, "mouse", 2, 2)
    page.until("document.querySelector('.pop [data-offer=cast-firaga].own')")
    assert page.js(f"{MARKED}.dataset.offer") != "cast-firaga"
    page.click(".pop [data-offer=cast-firaga]")
    page.until("document.querySelector('dialog')?.innerText.includes('Really at Vivi?')")
    page.click("dialog button[value=no]")
    page.until("!document.querySelector('dialog')")
    assert fight.open("ana")["version"] == before
    assert page.complaints == []


def test_the_last_move_is_seen_on_the_board(page: Tab, table: Table) -> None:
    """Where somebody came from and went to is marked until somebody else goes."""
    turn(page, table)
    tap(page, "mouse", 1, 4)
    page.until(f"{WAY}?.endsWith('150,450')")
    tap(page, "mouse", 1, 4)
    page.until("document.querySelectorAll('#left .last').length === 2")
    assert page.js("document.querySelector('#left').nextElementSibling.dataset.layer") == "tokens", "below them"
    assert page.complaints == []


def test_a_way_of_choice_goes_square_by_square_with_shift(page: Tab, table: Table) -> None:
    """A click on a square that is not next to the way goes there straight; Enter does it."""
    turn(page, table)
    for x, y in ((1, 4), (3, 4)):
        at = square(page, x, y)
        for kind in ("mousePressed", "mouseReleased"):
            given = {"button": "left", "clickCount": 1, "modifiers": 8}
            page.call("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], **given)
        page.until(f"{WAY}?.endsWith('{x * 100 + 50},{y * 100 + 50}')")
    assert page.js(WAY).split() == ["150,250", "150,350", "150,450", "250,450", "350,450"]
    page.until("document.querySelector('form.draft .primary:not(:disabled)')")
    page.key("Enter")
    page.until("document.querySelector('.figure[data-combatant=vivi] small').textContent.includes('3, 4')")
    assert page.complaints == []


def test_a_finger_that_rests_on_a_figure_opens_its_sheet(page: Tab, table: Table) -> None:
    """Nothing is done, and no menu hangs there."""
    page.emulate(390, 844, touch=True)
    fight = turn(page, table)
    before = fight.open("ana")["version"]
    x, y = square(page, 2, 2)
    page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    page.until("document.querySelector('dialog')?.innerText.includes('Steiner')")
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    assert page.js(POP) is None
    assert fight.open("ana")["version"] == before
    assert page.complaints == []


def square(page: Tab, x: int, y: int) -> list[float]:
    """The middle of a square in the window."""
    spot: list[float] = page.js(f"""(() => {{ const matrix = document.getElementById('overlay').getScreenCTM();
        const at = new DOMPoint({x * 100 + 50}, {y * 100 + 50}).matrixTransform(matrix); return [at.x, at.y]; }})()""")
    return spot


BOARD = "document.querySelector('skald-board').getBoundingClientRect().toJSON()"


def test_what_is_read_above_and_below_never_moves_the_board(page: Tab, table: Table) -> None:
    """On a telephone: a long line of the log, and two lines of whom the table waits for, take no room from it."""
    page.emulate(390, 844, touch=True)
    turn(page, table)
    before = page.js(BOARD)
    page.js("document.querySelector('.newest span').textContent = 'Vivi hit Steiner with Fire. '.repeat(9)")
    page.js(
        "document.querySelector('.wait').innerHTML = '<strong>It is.</strong><span>Vivi acts · Movement 5/5</span>'"
    )
    assert page.js(BOARD) == before
    page.js("document.querySelector('.wait').innerHTML = '<strong>You</strong>'")
    assert page.js(BOARD) == before


def test_of_a_board_that_is_larger_than_its_place_nothing_beyond_its_rim_is_shown(page: Tab, table: Table) -> None:
    """Closer, and drawn to the left as far as it goes: there is no gap beside it, though it fits in height."""
    turn(page, table)
    page.js("document.querySelector('skald-board').zoom(4)")
    left, right, y = page.js(f"(({{ x, y, width, height }}) => [x + 9, x + width - 9, y + height / 2])({BOARD})")
    for _ in range(6):
        page.mouse(right, y, (left, y))
    end = """(() => { const drawn = document.querySelector('skald-board .stage > svg'), matrix = drawn.getScreenCTM();
      return matrix.e + matrix.a * drawn.viewBox.baseVal.width; })()"""
    page.until(f"Math.abs({end} - {BOARD}.right) < 4")
    assert page.complaints == []


def test_what_stays_as_usual_is_folded_and_what_comes_of_it_in_sight(page: Tab, table: Table, hand: str) -> None:
    """A way to a square: how far it goes is read at once; where Vivi looks then is one line, until it is opened."""
    turn(page, table)
    tap(page, hand, 1, 4)
    page.until("document.querySelector('form.draft .foreseen p')")
    usual = "document.querySelector('form.draft .usual')"
    assert page.js(f"{usual}.open") is False
    assert page.js("document.querySelectorAll('form.draft [data-field]').length") == page.js(
        f"{usual}.querySelectorAll('[data-field]').length"
    )
    assert "Looking: " in page.js(f"{usual}.querySelector('summary').textContent")
    seen = """(([one, place]) => one.top >= place.top && one.bottom <= place.bottom)(['.foreseen p', '.acts']
      .map((one) => document.querySelector(one).getBoundingClientRect()))"""
    assert page.js(seen), "what comes of it is below the fold"
    assert page.js("document.querySelector('form.draft .field button')") is None, "a place has no buttons"
    page.js(f"{usual}.open = true")
    page.js(f"{usual}.querySelectorAll('[data-field] input')[1].click()")
    page.until(f"!{usual}.querySelector('summary').textContent.includes('last step')")
    assert page.complaints == []


def test_a_game_master_plays_the_foes_by_touching_the_board(page: Tab, table: Table) -> None:
    """Those whom no seat has: a place twice goes there, and at a hero hangs what the foe can do to him, marked."""
    figures = [
        {"id": "vivi", "name": "Vivi", "side": "heroes", "seat": "ana", "sheet": sheet(), **cell(1, 2)},
        {"id": "ogre", "name": "Ogre", "side": "foes", "sheet": sheet(initiativeBonus=90), **cell(2, 2)},
    ]
    ground = {"space": {"kind": "GRID"}, "rows": ["........"] * 6}
    fight = bridge(table, ground=ground, combatants=figures, figuresOpen=True)
    sit(page, fight, "gm")
    page.until("document.querySelector('#overlay [data-part=stand]')")
    point(page, "mouse", 1, 2)
    page.until(MARKED)
    assert page.js(f"{POP}.getAttribute('aria-label')") == "Vivi"
    page.key("Escape")
    tap(page, "mouse", 2, 4)
    page.until("document.querySelector('form.draft .primary')?.disabled === false")
    tap(page, "mouse", 2, 4)
    page.until("document.querySelector('.figure[data-combatant=ogre] small').textContent.includes('2, 4')")
    assert page.complaints == []


def test_at_a_players_figure_hangs_the_game_masters_menu_by_one_click(page: Tab, table: Table) -> None:
    """Also where he might act for it: in Saari it may give up at any time."""
    figures = [
        {"id": who, "name": who.title(), "side": side, "seat": seat, "sheet": {"saari": {"ref": who}}}
        for who, side, seat in (("karhu", "heroes", "ana"), ("goblin", "foes", None))
    ]
    fight = bridge(table, system="saari", combatants=figures, begin=False)
    assert fight.act("gm", {"saari": {"begin": {}}})["__typename"] == "Accepted"
    sit(page, fight, "gm")
    token = "document.querySelector('skald-board [data-part=token][data-combatant=karhu]')"
    spot = f"{token}.getBoundingClientRect().toJSON()"
    page.until(f"document.querySelector('.gm') && document.querySelector('.tabs') && {spot}.width")
    x, y = page.js(f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])({spot})")
    page.mouse(x, y)
    page.until("document.querySelector('.pop [data-act=points]')")
    assert page.complaints == []


def test_a_menu_never_lies_over_whom_it_hangs_at(page: Tab, table: Table) -> None:
    """Of a game master, whose menu grows when his tools have come, on a board that shows a part: it stays as it is."""
    people = [
        {"id": f"one{n}", "name": f"One {n}", "side": side, "seat": seat, "sheet": sheet(), **cell(x, 8)}
        for n, (side, seat, x) in enumerate((("heroes", "ana", 1), ("foes", "gm", 14), ("foes", "gm", 16)))
    ]
    ground = {"space": {"kind": "GRID"}, "rows": ["." * 18] * 16}
    fight = bridge(table, ground=ground, combatants=people, figuresOpen=True)
    sit(page, fight, "gm")
    box = (
        "document.querySelector('skald-board [data-part=token][data-combatant=one2]').getBoundingClientRect().toJSON()"
    )
    page.until(f"document.querySelector('.gm') && {box}.width")
    before = page.js(box)
    page.mouse(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.until("document.querySelector('.pop [data-act=points]') && document.querySelector('[data-part=mark], .mark')")
    after, menu = page.js(box), page.js(f"{POP}.getBoundingClientRect().toJSON()")
    assert after["x"] == before["x"]
    assert menu["right"] <= after["x"] or menu["x"] >= after["right"], "it lies over its figure"
    assert page.complaints == []
