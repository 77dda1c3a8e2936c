"""The states that a reader meets on the pages of the table, each as a function that brings a page there."""

from __future__ import annotations

from functools import partial

from tests.api.fights import Bridge, bridge, bridge_input
from tests.api.in_browser.test_host import add, stroke
from tests.api.in_browser.test_host import play as choose_game
from tests.api.in_browser.test_host_keeps import put_sheet
from tests.api.in_browser.test_orders import begin_kords_way, kords_turn
from tests.api.in_browser.test_proof import ended as file_of_a_fight
from tests.api.in_browser.test_proof import say as drop
from tests.api.table import ADMIN, Table
from tests.end_to_end.games import game
from tests.support.browsers.browser import Tab

READY = "document.getElementById('app').dataset.ready"
DRAWN = f"{READY} && document.querySelector('skald-board svg')"
SECURE = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });"


CREATE = """mutation Create($input: CreateEncounterInput!) { createEncounter(input: $input) {
  ... on Created { encounter { id version } tokens { seat token } } } }"""


def play(page: Tab, fight: Bridge, seat: str) -> None:
    """Sit down."""
    page.call("Page.navigate", url="about:blank")
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens[seat]}")
    page.until(DRAWN)


def begun(page: Tab, table: Table) -> None:
    """It is somebody's turn, who sees what she may do."""
    play(page, bridge(table), "ana")
    page.until("document.querySelector('.offer-list button')")


def draft_open(page: Tab, table: Table) -> None:
    """An order that is aimed on the board is put together."""
    people = bridge_input()["combatants"]
    spots = [{**one, "place": {"cell": {"x": x, "y": 1}}} for x, one in enumerate(people, 1)]
    play(page, bridge(table, ground={"space": {"kind": "GRID"}, "rows": ["....."] * 4}, combatants=spots), "ana")
    page.click(".offer-list [data-offer^=move]")
    page.until("document.querySelector('form.draft') && document.querySelector('#overlay [data-part]')")


def asked(page: Tab, table: Table) -> None:
    """Dice are to be typed, or a question is open."""
    wish = {**bridge_input(dice="PHYSICAL", seed="")}
    fight = Bridge(table, table.data(CREATE, ADMIN, input=wish)["createEncounter"])
    assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
    play(page, fight, "gm")
    page.until("document.querySelector('.card.asked')")


def ended(page: Tab, table: Table) -> None:
    """The fight is over."""
    fight = bridge(table)
    assert fight.act("gm", {"gm": {"end": {"reason": "it is late"}}})["__typename"] == "Accepted"
    play(page, fight, "ana")
    page.until("document.querySelector('.ending')")


def directing(page: Tab, table: Table) -> None:
    """The game master's panel, with all that it unfolds."""
    play(page, bridge(table), "gm")
    page.until("document.querySelector('.gm details')")
    page.js("for (const one of document.querySelectorAll('.gm details')) one.open = true; 0")
    page.until("document.querySelector('.corrections input') && document.querySelector('[data-gm=enter]')")
    page.js("for (const one of document.querySelectorAll('.gm details')) one.open = true; 0")


def ending(page: Tab, table: Table) -> None:
    """A window that asks before something that matters."""
    play(page, bridge(table), "gm")
    page.click("[data-gm=end]")
    page.until("document.querySelector('dialog[open]')")


def inviting(page: Tab, table: Table) -> None:
    """A window with links and codes."""
    play(page, bridge(table), "gm")
    page.js("document.querySelector('[data-gm=seats]').open = true")
    page.click("[data-gm=invite]")
    page.until("document.querySelector('dialog[open]')")
    page.click("dialog .card button")
    page.until("document.querySelector('dialog .copyable input')")


def door(page: Tab, table: Table) -> None:
    """Somebody comes without a token."""
    page.open(f"{table.url}/play")
    page.until("document.querySelector('.entrance form')")


def host(page: Tab, table: Table) -> None:
    """The page of a host, with the form of a new fight."""
    page.call("Page.navigate", url=f"{table.url}/host#token={ADMIN}")
    page.until(READY)


def join(page: Tab, table: Table) -> None:
    """A telephone is asked for six letters."""
    page.open(f"{table.url}/join")
    page.until(READY)


def watch(page: Tab, table: Table) -> None:
    """A fight is watched."""
    fight = bridge(table)
    page.call("Page.navigate", url=f"{table.url}/watch#fight={fight.id}&token={fight.tokens['eve']}")
    page.until(READY)


def new_fight(page: Tab, table: Table) -> None:
    """The form of a new fight, all unfolded: figures, painted ground, some dice typed; and something on the shelf."""
    put_sheet(table, ADMIN, "One", "soldier")
    host(page, table)
    choose_game(page, "La Fantasia Final")
    add(page, 0, "Soldier")
    add(page, 1, "Goblin")
    page.js("""(() => { const dice = document.querySelector('.new-fight option[value=MIXED]');
        dice.selected = true; dice.parentElement.dispatchEvent(new Event('change')); })()""")
    page.click(".swatch.look-wall")
    stroke(page, (2, 2), (4, 2))
    page.js("for (const one of document.querySelectorAll('.host details')) one.open = true; 0")
    page.js("for (const one of document.querySelectorAll('.step-panel')) one.hidden = false; 0")
    page.click(".entry-name")
    page.until("document.querySelector('.paint rect.look-wall') && document.querySelector('.schema-form')")


def watch_door(page: Tab, table: Table) -> None:
    """Somebody comes to watch without a token, to a fight that is not public."""
    page.call("Page.navigate", url=f"{table.url}/watch#fight={bridge(table).id}")
    page.until("document.querySelector('.entrance .refusal')")


def landing(page: Tab, table: Table) -> None:
    """Somebody comes for the first time: a fight plays."""
    page.open(f"{table.url}/")
    page.until("document.querySelectorAll('.film [data-part=token]').length > 12")


def watch_proven(page: Tab, table: Table) -> None:
    """A fight that is over is proven beside its board."""
    fight = bridge(table)
    assert fight.act("gm", {"gm": {"end": {"reason": "enough"}}})["__typename"] == "Accepted"
    page.call("Page.navigate", url=f"{table.url}/watch#fight={fight.id}&token={fight.tokens['eve']}")
    page.click(".proof-badge[data-state=todo]")
    page.until("document.querySelector('.verdict.signed')")


def all_figures(page: Tab, table: Table) -> None:
    """The figures of a fight that is watched, one by one and in words."""
    watch(page, table)
    page.click(".all-figures summary")
    page.until("document.querySelector('.in-words') && document.querySelector('.figure')")


def _file(page: Tab, table: Table, *, verdict: str) -> None:
    page.call("Page.navigate", url=f"{table.url}/watch")
    page.until("document.querySelector('.file button')")
    data = file_of_a_fight(table)
    drop(page, data.replace(b"Cloud", b"Clown", 1) if verdict == "broken" else data)
    page.until(f"document.querySelector('.verdict.{verdict}')")


def proven(page: Tab, table: Table) -> None:
    """A file that was dropped on the page is signed."""
    _file(page, table, verdict="signed")


def broken(page: Tab, table: Table) -> None:
    """A file that was dropped on the page is forged."""
    _file(page, table, verdict="broken")


def insecure(page: Tab, table: Table) -> None:
    """A file that was dropped on the page cannot be proven there."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=SECURE)
    page.call("Page.navigate", url=f"{table.url}/watch")
    page.until("document.querySelector('.file button')")
    drop(page, file_of_a_fight(table))
    page.until("document.querySelector('.proof:not([hidden]) a')")


def proof_page(page: Tab, table: Table) -> None:
    """The one file that proves."""
    page.call("Page.navigate", url=f"{table.url}/proof.html")
    page.until(READY)
    drop(page, file_of_a_fight(table))
    page.until("document.querySelector('.verdict')")


def other_eyes(page: Tab, table: Table) -> None:
    """The game master looks as a player does."""
    play(page, bridge(table), "gm")
    page.click("[data-gm=look]")
    page.until("document.querySelector('.eyes')")


def taking_back(page: Tab, table: Table) -> None:
    """What the game master may take back is unfolded."""
    play(page, bridge(table), "gm")
    page.until("document.querySelector('.take-backs details')")
    page.js("document.querySelector('.take-backs details').open = true; 0")


def refused(page: Tab, table: Table) -> None:
    """A way that is too long is refused below the draft."""
    begin_kords_way(page, kords_turn(table))
    for _ in range(7):
        page.key("ArrowUp")
    page.key("Enter")
    page.until("document.querySelector('form.draft .refusal')?.textContent")


def cut_off(page: Tab, table: Table) -> None:
    """The server does not answer."""
    begun(page, table)
    page.call("Network.enable")
    page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    page.click(".offer-list [data-offer^=end-turn]")
    page.until("document.querySelector('.wait.away')")


def _of(page: Tab, table: Table, *, system: str) -> None:
    made = table.post("/v1/encounters", ADMIN, game(system)).json()
    play(page, Bridge(table, {"encounter": made["encounter"], "tokens": made["tokens"]}), "gm")


BOARDS = {
    name: partial(_of, system=system)
    for name, system in (("zones", "saari"), ("ranks", "mongolian_mercenaries"), ("plane", "minis"))
}
"""The spaces that the other states do not show."""
STATES = {
    **{one.__name__: one for one in (begun, draft_open, asked, ended, directing, ending, inviting, door, host, watch)},
    **{
        one.__name__: one
        for one in (
            landing,
            new_fight,
            join,
            watch_door,
            watch_proven,
            all_figures,
            proven,
            broken,
            insecure,
            proof_page,
        )
    },
    **{one.__name__: one for one in (other_eyes, taking_back, refused, cut_off)},
    **BOARDS,
}
