"""Campaigns on the pages: a company is made, plays two fights with a rest between, and a player looks at his own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.in_browser.test_tonight import Hand
from tests.api.table import Table
from tests.support.browsers.browser import Tab, tab

READY = "document.getElementById('app').dataset.ready"
SEATS = [
    {"id": "gm", "name": "Gil", "role": "GM"},
    {"id": "ana", "name": "Ana", "bot": "GREEDY", "botPace": 0},
    {"id": "ben", "name": "Ben", "bot": "GREEDY", "botPace": 0},
    {"id": "foes", "name": "The bot", "bot": "GREEDY", "botPace": 0},
]


def member(who: str, name: str, seat: str, ref: str) -> dict[str, Any]:
    return {"id": who, "name": name, "side": "heroes", "seat": seat, "sheet": {"fantasia": {"ref": ref}}}


MEMBERS = [member("cloud", "Cloud", "ana", "soldier"), member("vivi", "Vivi", "ben", "black_mage")]


class Company:
    """A campaign on a server; bots play its players and whoever is against them."""

    def __init__(self, table: Table, token: str, seats: list[dict[str, Any]]) -> None:
        self.table = table
        wish = {"system": "fantasia", "name": "The company", "seats": seats, "members": MEMBERS}
        made = table.post("/v1/campaigns", token, wish).json()
        self.id: str = made["encounter"]["id"]
        self.tokens = {one["seat"]: one["token"] for one in made["tokens"]}

    def open(self, page: Tab, seat: str) -> None:
        """Its page, as one seat sees it; by the address that invitations lead to."""
        page.call("Page.navigate", url=f"{self.table.url}/play#token={self.tokens[seat]}")
        page.until(f"location.pathname === '/campaign' && {READY} && document.querySelector('.member .mug svg')")

    def fights(self) -> list[dict[str, Any]]:
        path = f"/v1/encounters/{self.id}/fights"
        found: list[dict[str, Any]] = self.table.get(path, self.tokens["gm"]).json()["fights"]
        return found

    def rule(self, encounter: str, **tool: Any) -> None:
        path = f"/v1/encounters/{encounter}/commands"
        answer = self.table.post(path, self.tokens["gm"], {"command": {"gm": tool}})
        assert answer.is_success, answer.text

    def ended(self, page: Tab, hp: int) -> str:
        """A fight that was begun on the page, from which Cloud comes with so many points."""
        begin(page, "bridge")
        (fight, *_) = (one["fight"] for one in self.fights())
        self.rule(fight, correct={"path": "combatants.cloud.vitals.hp.now", "value": hp})
        self.rule(fight, correct={"path": "combatants.vivi.vitals.mp.now", "value": 3})
        self.rule(fight, end={"reason": "they talk"})
        self.open(page, "gm")
        page.until("document.querySelector('.lead-row.ended')")
        return str(fight)


@pytest.fixture
def people(table: Table, token: str) -> Company:
    """A company of people: nobody acts by himself."""
    return Company(table, token, [{**one, "bot": None, "botPace": None} for one in SEATS[:3]])


@pytest.fixture
def second(devtools: str) -> Iterator[Tab]:
    """Another page, of somebody else."""
    with tab(devtools) as opened:
        yield opened


def begin(page: Tab, fight: str) -> int:
    """Tonight's fight with everybody; how many clicks it took. The page is that of the fight afterwards."""
    hand = Hand(page)
    hand.click(f"[data-ready={fight}]")
    page.until("!document.querySelector('[data-act=begin]').disabled")
    hand.click("[data-act=begin]")
    page.until(f"location.pathname === '/play' && {READY} && document.querySelector('.tile.ends')")
    return hand.actions


def play(page: Tab) -> None:
    """Bots play it to its end; what the game master is asked he answers with the first that he may."""
    page.click(".tile.ends")
    asked = "document.querySelector('.asked:not(.for-others) .offers button:not([data-fresh], :disabled)')"
    decided = "document.querySelector('.wait').textContent.startsWith('It is decided')"
    while not page.js(decided):
        page.until(f"{decided} || {asked}", 240)
        page.js(f"{asked}?.click()")
    page.click(".tile.ends")
    page.until("document.querySelector('.acts form.draft button[type=submit]:not(:disabled)')")
    page.js("document.querySelector('.acts form.draft').requestSubmit()")
    page.until("document.querySelector('.ending')")
    page.click(".top nav a[href='./campaign']")
    page.until(f"location.pathname === '/campaign' && {READY} && document.querySelector('.lead [data-act=settle]')")


def settle(page: Tab) -> None:
    """All that stays is taken over, but nobody stays dead."""
    page.click(".lead [data-act=settle]")
    page.until("document.querySelector('.settling .line')")
    page.js("document.querySelectorAll('.kind-death [data-to=drop]').forEach((one) => one.click())")
    page.click("[data-act=accept]")
    page.until("!document.querySelector('.settling') && document.querySelector('.fight-card')")


def members_of(encounter: Any) -> dict[str, dict[str, int]]:
    return {one["key"]: {vital["key"]: vital["now"] for vital in one["vitals"]} for one in encounter["combatants"]}


def test_a_company_plays_two_fights_with_a_rest_between(page: Tab, table: Table, token: str) -> None:
    """Each is begun by two clicks with the party in place, played by its rules, and settled from a list in words."""
    company = Company(table, token, SEATS)
    company.open(page, "gm")
    assert begin(page, "bridge") == 2
    play(page)
    settle(page)
    assert [one["stage"] for one in company.fights()] == ["SETTLED"]
    look = f"/v1/encounters/{company.id}"
    hurt = members_of(table.get(look, company.tokens["gm"]).json())
    assert hurt != {"cloud": {"hp": 40, "mp": 0}, "vivi": {"hp": 24, "mp": 30}}, "the fight has left something"
    page.click(".between .tile[data-offer=rest]")
    page.until("document.querySelector('.between .draft')")
    page.js("document.querySelectorAll('.between .draft [data-field=combatants] input').forEach((one) => one.click())")
    page.until("document.querySelector('.between .foreseen').textContent")
    page.click(".between .draft button[type=submit]")
    page.until("!document.querySelector('.between .draft')")
    rested = members_of(table.get(look, company.tokens["gm"]).json())
    assert sum(rested["vivi"].values()) > sum(hurt["vivi"].values()) or rested["cloud"]["hp"] > hurt["cloud"]["hp"]
    assert begin(page, "bridge") == 2
    (newest, *_) = company.fights()
    entered = members_of(table.get(f"/v1/encounters/{newest['fight']}", company.tokens["gm"]).json())
    assert entered["cloud"]["hp"] == rested["cloud"]["hp"]
    play(page)
    settle(page)
    assert [one["stage"] for one in company.fights()] == ["SETTLED"] * 2
    page.until("document.querySelectorAll('.timeline > .stage-settled').length === 2")
    assert page.complaints == []


def test_lines_are_kept_changed_and_dropped(page: Tab, people: Company) -> None:
    """As the game master decides for each; who reads the page sees neither an id nor a digest."""
    people.open(page, "gm")
    fight = people.ended(page, 7)
    page.click(".lead [data-act=settle]")
    page.until("document.querySelectorAll('.settling .line').length === 2")
    told = page.text(".settling")
    assert "HP, 40 before, 7 from now on" in told
    assert fight not in page.text()
    page.click("[data-line='cloud/vital/hp'] [data-to=change]")
    page.until("document.querySelector('[data-set]')")
    page.type("[data-set]", "9")
    page.click("[data-line='vivi/vital/mp'] [data-to=drop]")
    page.click("[data-act=accept]")
    page.until("document.querySelector('.stage-settled')")
    page.until("document.querySelector('[data-member=cloud] .bars').textContent.includes('9/40')")
    page.click(".stage-settled details summary")
    page.until("document.querySelector('.left-lines').textContent")
    assert page.text(".left-lines") == "Cloud: HP, 40 before, 9 from now on"
    assert "30/30" in page.text("[data-member=vivi] .bars")
    assert page.complaints == []


def test_a_fight_that_does_not_count_leaves_nothing(page: Tab, people: Company) -> None:
    """Its members are as they were, and free; it stays in the timeline."""
    people.open(page, "gm")
    people.ended(page, 7)
    page.click(".timeline [data-act=release]")
    page.until("document.querySelector('dialog[open]')")
    page.click("dialog .primary")
    page.until("document.querySelector('.stage-released') && document.querySelector('.fight-card')")
    assert "40/40" in page.text("[data-member=cloud] .bars")
    page.until("document.querySelectorAll('.coming .mug svg').length === 2")
    assert page.complaints == []


def test_another_end_of_a_fight_is_settled_anew(page: Tab, people: Company) -> None:
    """A fork takes its place by its link, and what differs is offered."""
    people.open(page, "gm")
    fight = people.ended(page, 7)
    settle(page)
    forked = people.table.post(f"/v1/encounters/{fight}/fork", people.tokens["gm"], {"at": 6})
    assert forked.is_success, forked.text
    fork = forked.json()["encounter"]["id"]
    gm = next(one["token"] for one in forked.json()["tokens"] if one["seat"] == "gm")
    for tool in ({"correct": {"path": "combatants.cloud.vitals.hp.now", "value": 5}}, {"end": {"reason": "else"}}):
        done = people.table.post(f"/v1/encounters/{fork}/commands", gm, {"command": {"gm": tool}})
        assert done.is_success, done.text
    page.click(".timeline [data-act=replace]")
    page.until("document.querySelector('dialog[open]')")
    page.type("dialog input", f"{people.table.url}/watch#fight={fork}")
    page.click("dialog .primary")
    page.until("document.querySelector('.lead-row.anew')")
    page.click(".lead [data-act=settle]")
    page.until("document.querySelector('.settling .line')")
    page.click("[data-act=accept]")
    page.until("document.querySelector('[data-member=cloud] .bars').textContent.includes('5/40')")
    assert page.complaints == []


def test_the_chest_tells_names_and_is_set(page: Tab, second: Tab, people: Company) -> None:
    """A thing of the game by its name, and one that the table has named itself; everybody sees them."""
    people.open(page, "gm")
    people.open(second, "ben")
    page.click(".chest summary")
    for name, count in (("Potion", "3"), ("Silver bell", "1")):
        page.until("document.querySelector('.chest [name=good]')")
        page.type(".chest [name=good]", name)
        page.type(".chest [name=count]", count)
        page.click(".chest form button")
        page.until(f"document.querySelector('.goods')?.textContent.includes('{name}')")
    second.until("document.querySelectorAll('.goods li').length === 2")
    assert second.text(".goods").split("\n") == ["3 Potion", "1 Silver bell"]
    assert second.js("document.querySelectorAll('.chest form').length") == 0
    assert (page.complaints, second.complaints) == ([], [])


def test_a_player_sees_his_own_character(page: Tab, second: Tab, people: Company) -> None:
    """The sheet in words, what has happened to it, what he may do, and the way into tonight's fight."""
    people.open(page, "gm")
    people.ended(page, 7)
    settle(page)
    people.open(second, "ana")
    for told in ("7/40", "Shield bash"):
        second.until(f"document.querySelector('[data-own=cloud]')?.innerText.includes('{told}')")
    second.click("[data-of='history cloud'] summary")
    history = "document.querySelector('[data-own=cloud] .history')?.innerText"
    second.until(f"{history}?.includes('HP, 40 before, 7 from now on')")
    assert second.js("document.querySelectorAll('[data-own]').length") == 1
    assert second.js("document.querySelectorAll('[data-act=settle], [data-act=begin], [data-act=release]').length") == 0
    second.until("document.querySelector('.between')?.innerText.includes('Leave the company')")
    begin(page, "pass")
    second.until("document.querySelector('.lead-row.running a')")
    second.click(".lead-row.running a")
    second.until(f"location.pathname === '/play' && {READY}")
    second.until("document.querySelector('.top h1').textContent === 'The guarded pass'")
    assert (page.complaints, second.complaints) == ([], [])


def test_a_host_makes_a_company_and_somebody_joins_it(host: Tab, table: Table, token: str) -> None:
    """From the bestiary and from the shelf, with what the table sets; it stands among the campaigns, and no fight."""
    party = {
        "seats": [{"id": "ana", "name": "Ana", "role": "PLAYER"}],
        "combatants": [member("rosa", "Rosa", "ana", "white_mage") | {"place": {"cell": {"x": 1, "y": 1}}}],
    }
    item = {"name": "Ours", "system": "fantasia", "content": party}
    assert table.http.put("/v1/shelf/PARTY/ours", json=item, headers=table.headers(token)).is_success
    host.click(".begin-company summary")
    host.click("[data-company=fantasia]")
    host.until("document.querySelector('.new-company .entry')")
    host.click("[data-act='more soldier']")
    host.until("!document.querySelector('.from-shelf').hidden")
    host.click("[data-act=take]")
    host.until("document.querySelectorAll('.new-company .figure').length === 2")
    host.type(".new-company .fight-name", "Three swords")
    host.click("[data-act=make]")
    host.until("document.querySelector('dialog[open] code')")
    host.click("dialog .buttons .primary")
    host.until("document.querySelector('[data-campaign]')")
    assert host.text("[data-campaign] strong") == "Three swords"
    assert host.js("document.querySelectorAll('.my-fights:not(.my-campaigns) li').length") == 0
    (campaign,) = table.get("/v1/campaigns", token).json()["campaigns"]
    host.click("[data-campaign] [data-act=joins]")
    host.until("document.querySelector('.new-company .entry')")
    host.click("[data-act='more thief']")
    host.click("[data-act=make]")
    host.until("!document.querySelector('.new-company')")
    found = table.get(f"/v1/encounters/{campaign['id']}", token).json()["combatants"]
    assert [one["name"] for one in found] == ["Soldier", "Rosa", "Thief"]
    assert host.complaints == []


def test_what_the_table_sets_is_sent_as_the_contract_has_it(host: Tab, table: Table, token: str) -> None:
    """A form of the game's own settings; tables that are left empty stay unset."""
    host.click(".begin-company summary")
    host.click("[data-company=saari]")
    host.until("document.querySelector('.new-company .settings-of input')")
    host.click(".new-company [data-act^=more]")
    host.js(f"""(() => {{ const field = document.querySelector('.settings-of input[type=number]');
        field.value = {json.dumps("60")}; field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()""")
    host.click("[data-act=make]")
    host.until("document.querySelector('dialog[open] code')")
    (campaign,) = table.get("/v1/campaigns", token).json()["campaigns"]
    settings = table.get(f"/v1/encounters/{campaign['id']}", token).json()["rules"]["saariCampaign"]["settings"]
    assert (settings["threshold"], settings["beastValues"]) == (60, None)
    assert host.complaints == []
