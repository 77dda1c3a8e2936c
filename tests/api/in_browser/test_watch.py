"""The page for watchers in a real browser: live, at any version, by a link, and of a fight that is public."""

from __future__ import annotations

import pytest

from tests.api.fights import Bridge, bridge
from tests.api.in_browser.test_proof import say as drop
from tests.api.seats.test_invitations import INVITE
from tests.api.table import ADMIN, Table
from tests.end_to_end.games import game
from tests.support.browsers.browser import Tab, tab

READY = "document.getElementById('app').dataset.ready"
REFUSE = """(() => {
  const { fetch } = window;
  window.refused = 9;
  window.fetch = async (address, request) => {
    if (!PART || window.refused++ >= 1) return fetch(address, request);
    const body = JSON.stringify({ code: 'INTERNAL', detail: 'not now', errors: [{ message: 'not now' }] });
    return new Response(body, { status: 500, headers: { 'content-type': 'application/problem+json' } });
  };
})()"""
"""Refuses once, from `refused = 0` on, to answer a part of what the page asks for."""
WHERE = "document.querySelector('.where').textContent"
STATE = "document.querySelector('.state').textContent"


@pytest.fixture
def fight(table: Table) -> Bridge:
    """A fight on the bridge of its own, begun."""
    return bridge(table)


def watch(page: Tab, fight: Bridge, said: str) -> None:
    """Open the page with what a link says, and wait until it shows the fight."""
    page.call("Page.navigate", url="about:blank")
    page.call("Page.navigate", url=f"{fight.table.url}/watch#{said}")
    page.until(READY)


def version(fight: Bridge) -> int:
    return int(fight.open("gm")["version"])


def strike(fight: Bridge) -> None:
    """Cloud strikes Steiner, and everybody answers as usual, till it is somebody's turn again."""
    attack = {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}
    assert fight.act("ana", {"fantasia": {"attack": attack}})["__typename"] == "Accepted"


def press(page: Tab, key: str) -> None:
    """Press a key where the focus is, as a keyboard does."""
    for kind in ("keyDown", "keyUp"):
        page.call("Input.dispatchKeyEvent", type=kind, key=key)


def test_a_spectator_sees_what_happens_as_it_happens(page: Tab, fight: Bridge) -> None:
    """With the token of a link, which leaves the address at once; and that she watches is told at the table."""
    watch(page, fight, f"fight={fight.id}&token={fight.tokens['eve']}")
    assert page.js("location.hash") == f"#fight={fight.id}"
    before = version(fight)
    page.until(f"{WHERE}.endsWith('{before} / {before}')")
    assert page.js(STATE) == "Live"
    page.until("document.querySelector('.watchers').textContent === 'Watching now: Eve'")
    drawn = page.js("document.querySelectorAll('#l-tokens > *').length")
    strike(fight)
    now = version(fight)
    assert now > before
    page.until(f"{WHERE}.endsWith('{now} / {now}')")
    assert page.js("document.querySelectorAll('#l-tokens > *').length") == drawn
    page.until("document.querySelector('#marks .float')")  # what it cost whom, as at the table
    page.until(
        "document.querySelector('skald-film-log li.now') === document.querySelector('skald-film-log ol').lastChild"
    )
    assert "Steiner" in page.text("skald-film-log")
    assert page.complaints == []


@pytest.mark.parametrize(
    "part", ["/replay\\?after/.test(String(address))", "/query Table/.test(request?.body ?? '')"], ids=["film", "table"]
)
def test_what_could_not_be_loaded_is_loaded_again(page: Tab, fight: Bridge, part: str) -> None:
    """Of a step that is heard of, though nothing else happens: how it looks, and that the fight stands still now."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=REFUSE.replace("PART", part))
    watch(page, fight, f"fight={fight.id}&token={fight.tokens['eve']}")
    page.js("window.refused = 0")
    assert fight.act("gm", {"gm": {"pause": {"reason": "Tea"}}})["__typename"] == "Accepted"
    now = version(fight)
    page.until("window.refused > 0 && document.querySelector('.said').textContent === 'not now'")
    page.until(f"{WHERE}.endsWith('{now} / {now}') && {STATE}.includes('Paused')")
    page.until("document.querySelector('.said').textContent === ''")


def test_any_version_is_a_key_or_a_link_away(page: Tab, fight: Bridge) -> None:
    """Who has gone back stays there while the fight goes on, and returns with one click."""
    watch(page, fight, f"fight={fight.id}&at=3&token={fight.tokens['eve']}")
    last = version(fight)
    page.until(f"{WHERE}.endsWith('3 / {last}')")
    assert not page.js("document.querySelector('.live').hidden")
    for key, there in (("ArrowRight", 4), ("ArrowLeft", 3), ("Home", 1), ("End", last)):
        press(page, key)
        page.until(f"{WHERE}.endsWith('{there} / {last}')")
        assert page.js("location.hash") == f"#fight={fight.id}" + (f"&at={there}" if there < last else "")
    starts = [int(one["version"]) for one in rounds(fight)]
    press(page, "PageUp")
    page.until(f"{WHERE}.endsWith('{starts[-1]} / {last}')")
    strike(fight)
    now = version(fight)
    page.until(f"{WHERE}.endsWith('{starts[-1]} / {now}')")
    page.click(".live")
    page.until(f"{WHERE}.endsWith('{now} / {now}')")
    page.until("document.querySelector('.live').hidden")
    page.js(f"location.hash = '#fight={fight.id}&at=2'")
    page.until(f"{WHERE}.endsWith('2 / {now}')")
    page.click(".share button")
    assert (
        page.js("document.querySelector('.copyable input').value") == f"{fight.table.url}/watch#fight={fight.id}&at=2"
    )
    page.click("skald-film-log li:last-child .text")
    page.until(f"{WHERE}.endsWith('{now} / {now}')")
    assert page.complaints == []


def rounds(fight: Bridge) -> list[dict[str, int]]:
    """The rounds, as the film tells them."""
    film = fight.table.get(f"/v1/encounters/{fight.id}/replay", fight.tokens["eve"]).json()
    found: list[dict[str, int]] = film["rounds"]
    return found


def test_spectators_share_an_invitation(page: Tab, devtools: str, fight: Bridge) -> None:
    """One link for all of them: it leaves the address, and how many watch is told."""
    wish = {"encounter": fight.id, "seat": "eve", "many": True}
    code = fight.table.data(INVITE, fight.tokens["gm"], input=wish)["invite"]["invitation"]["code"]
    watch(page, fight, f"fight={fight.id}&invitation={code}")
    assert page.js("location.hash") == f"#fight={fight.id}"
    with tab(devtools) as other:
        watch(other, fight, f"invitation={code}")
        other.until("document.querySelector('.watchers').textContent.endsWith('Eve ×2')")
        page.until("document.querySelector('.watchers').textContent.endsWith('Eve ×2')")
        assert other.complaints == []
    assert page.complaints == []


def test_turns_the_slider_and_the_buttons_lead_to_a_version(page: Tab, fight: Bridge) -> None:
    """By keys of turns and rounds, by buttons of the same, and by the slider drawn with the mouse."""
    strike(fight)
    assert fight.act("ana", {"fantasia": {"endTurn": {"combatant": "cloud"}}})["__typename"] == "Accepted"
    watch(page, fight, f"fight={fight.id}&token={fight.tokens['eve']}")
    last = version(fight)
    film = fight.table.get(f"/v1/encounters/{fight.id}/replay", fight.tokens["eve"]).json()
    turns = [int(one) for one in film["turns"]]
    assert len(turns) > 1
    for way in ("keys", "buttons"):
        press(page, "End")
        for move, there in (
            (("ArrowUp", "lastTurn"), turns[-1]),
            (("ArrowUp", "lastTurn"), turns[-2]),
            (("ArrowDown", "nextTurn"), turns[-1]),
            (("PageUp", "lastRound"), int(rounds(fight)[-1]["version"])),
            (("ArrowRight", "forward"), int(rounds(fight)[-1]["version"]) + 1),
        ):
            if way == "keys":
                press(page, move[0])
            else:
                page.click(f".film-tools [data-move={move[1]}]")
            page.until(f"{WHERE}.endsWith(' {there} / {last}')")
    x, y, wide, high = page.js("""(({ x, y, width, height }) => [x, y, width, height])(
        document.querySelector('.track input').getBoundingClientRect())""")
    page.mouse(x + wide - 9, y + high / 2, (x + wide / 2, y + high / 2), (x + 9, y + high / 2))
    page.until(f"{WHERE}.endsWith(' 1 / {last}')")
    assert page.complaints == []


def test_it_plays_at_the_speed_that_is_wished(page: Tab, fight: Bridge) -> None:
    """From its beginning, by the space bar, to its end; four times as fast takes less time."""
    watch(page, fight, f"fight={fight.id}&at=1&token={fight.tokens['eve']}")
    last = version(fight)
    took = {}
    for speed in ("1", "4"):
        press(page, "Home")
        page.until(f"{WHERE}.endsWith(' 1 / {last}')")
        page.js(f"""(() => {{ const speed = document.querySelector('.film-tools select');
            speed.value = '{speed}'; speed.dispatchEvent(new Event('change')); speed.blur(); }})()""")
        page.js("window.since = performance.now()")
        press(page, " ")
        page.until("document.querySelector('.film-tools [title=Pause]')")
        page.until(f"{WHERE}.endsWith('{last} / {last}') && document.querySelector('.film-tools [title=Play]')")
        took[speed] = page.js("performance.now() - since")
    assert took["4"] < took["1"]


def test_a_fight_is_made_public_and_read_without_a_token(page: Tab, fight: Bridge) -> None:
    """By its game master, when it is over; as the seat that he names sees it."""
    assert fight.act("gm", {"gm": {"end": {"reason": "enough"}}})["__typename"] == "Accepted"
    watch(page, fight, f"fight={fight.id}&token={fight.tokens['gm']}")
    page.until(f"{STATE}.startsWith('The fight is over')")
    page.js("document.querySelector('.beside select').value = 'eve'")
    page.click(".beside .card .buttons button")
    page.until("document.querySelector('.beside .copyable input')")
    assert page.js("document.querySelector('.beside .copyable input').value").endswith(f"/watch#fight={fight.id}&at=1")
    page.js("sessionStorage.clear()")
    watch(page, fight, f"fight={fight.id}")
    last = version(fight)
    page.until(f"{WHERE}.endsWith('{last} / {last}')")
    assert page.js("document.querySelector('.beside .card')") is None
    assert page.complaints == []


def test_the_figures_are_told_at_any_version(page: Tab, fight: Bridge) -> None:
    """One by one and in words, also for whoever sees no board: when asked for, and anew for another version."""
    watch(page, fight, f"fight={fight.id}&token={fight.tokens['eve']}")
    page.click(".all-figures summary")
    page.until("document.querySelector('.in-words')?.textContent.includes('Steiner')")
    assert page.js("[...document.querySelectorAll('.figure strong')].map((one) => one.textContent)") == [
        "Cloud",
        "Steiner",
    ]
    page.click(".figure[data-combatant=steiner] > button")
    press(page, "Home")
    page.until("document.querySelector('.in-words') && !document.querySelector('.figure')")
    assert "Steiner" not in page.text(".in-words")
    assert page.complaints == []


def test_a_fight_that_is_over_is_proven_beside_its_board(page: Tab, fight: Bridge) -> None:
    """By its badge, as far as a spectator may keep it, in words and by names; before the end the badge says why not."""
    watch(page, fight, f"fight={fight.id}&token={fight.tokens['eve']}")
    page.click(".proof-badge[data-state=later]")
    page.until("document.querySelector('.proof-place .hint')?.textContent.includes('dice stay secret')")
    assert fight.act("gm", {"gm": {"end": {"reason": "enough"}}})["__typename"] == "Accepted"
    page.until("document.querySelector('.verdict.signed') && document.querySelector('.proof-badge[data-state=proven]')")
    assert page.text(".proof-badge") == "Proven"
    told = page.text(".proof-place")
    assert "the file of the seat Eve" in told
    assert "this server vouches for every step" in told
    keys = [one["kid"] for one in fight.table.get("/.well-known/jwks.json").json()["keys"]]
    assert not any(key in told for key in (fight.id, "fantasia", *keys))
    assert page.js("document.querySelector('#scene [data-part=token]')") is not None
    assert page.js("location.hash") == f"#fight={fight.id}"
    page.click(".proof-badge")
    assert page.js("document.querySelector('.proof-place').hidden")
    assert page.complaints == []


def test_what_does_not_fit_is_said_by_the_badge(page: Tab, fight: Bridge) -> None:
    """Of a record in which one word was changed."""
    assert fight.act("gm", {"gm": {"end": {"reason": "enough"}}})["__typename"] == "Accepted"
    changed = """(() => { const { fetch } = window; window.fetch = async (address, request) => {
        const answer = await fetch(address, request);
        if (!String(address).endsWith('/export')) return answer;
        return new Response((await answer.text()).replace('Bridge', 'Brigde'), { headers: answer.headers }); }; })()"""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=changed)
    watch(page, fight, f"fight={fight.id}&token={fight.tokens['gm']}")
    page.click(".proof-badge[data-state=todo]")
    page.until("document.querySelector('.proof-badge[data-state=broken]')")
    assert page.text(".proof-badge") == "It does not fit"
    assert page.text(".verdict").startswith("Broken at version 1: ")
    assert page.js("document.querySelector('#scene [data-part=token]')") is not None


def bring(page: Tab, fight: Bridge, seat: str) -> None:
    """A seat's file of a fight is dropped on the page to watch, by who has that seat's token."""
    assert fight.act("gm", {"gm": {"end": {"reason": "enough"}}})["__typename"] == "Accepted"
    watch(page, fight, f"fight={fight.id}&token={fight.tokens[seat]}")
    export = fight.table.get(f"/v1/encounters/{fight.id}/export", fight.tokens[seat])
    assert '"digest"' in export.text
    drop(page, export.content)
    page.until("document.querySelector('.verdict.signed') && document.querySelector('.verdicts')")


def test_a_file_from_which_sheets_are_withheld_shows_its_log(page: Tab, fight: Bridge) -> None:
    """And leads to the board on the server, for whoever may see that."""
    bring(page, fight, "eve")
    page.until("document.querySelectorAll('skald-film-log li').length > 1")
    page.click(".on-server")
    page.until(f"{READY} && document.querySelector('#scene [data-part=token]') || {STATE}.includes('Ended')")
    assert page.js("location.hash").startswith(f"#fight={fight.id}")
    assert not page.js("document.querySelector('.on-server')")
    assert page.complaints == []


def test_a_players_file_has_its_board_where_all_figures_are_known(page: Tab, table: Table) -> None:
    """Though what others were asked is withheld from it."""
    made = table.post("/v1/encounters", ADMIN, {**game("minis"), "dice": "OPEN", "seed": "a bridge"}).json()
    fight = Bridge(table, {"encounter": made["encounter"], "tokens": made["tokens"]})
    assert fight.act("gm", {"minis": {"begin": {"note": ""}}})["__typename"] == "Accepted"
    bring(page, fight, "ben")
    press(page, "End")
    page.until("document.querySelector('#scene [data-part=token]')")
    assert not page.js("document.querySelector('.on-server')")
    assert page.text(".said") == ""
    assert page.complaints == []


def test_who_may_not_read_it_stays_at_the_door(page: Tab, fight: Bridge) -> None:
    """With words for people, and a field for an invitation."""
    page.call("Page.navigate", url=f"{fight.table.url}/watch#fight={fight.id}")
    page.until("document.querySelector('.entrance .refusal')")
    assert page.text(".entrance .refusal") == "This fight is not open to everybody."
    page.js(f"document.querySelector('.entrance input').value = 'token={fight.tokens['eve']}'")
    page.click(".entrance button")
    page.until(READY)
    assert page.js(STATE) == "Live"


def test_another_link_in_the_same_tab_is_another_spectator(page: Tab, fight: Bridge) -> None:
    """Only what stands behind # changes; an invitation is used and leaves the address."""
    watch(page, fight, f"fight={fight.id}&token={fight.tokens['gm']}")
    wish = {"encounter": fight.id, "seat": "eve", "many": True}
    code = fight.table.data(INVITE, fight.tokens["gm"], input=wish)["invite"]["invitation"]["code"]
    page.call("Page.navigate", url=f"{fight.table.url}/watch#invitation={code}")
    page.until("document.querySelector('.watchers')?.textContent.endsWith('Eve')")
    kept = page.js("sessionStorage.getItem('skald-token')")
    assert fight.table.get("/v1/viewer", kept).json()["seat"] == "eve"
    assert page.js("location.hash") == f"#fight={fight.id}"
    assert page.complaints == []
