"""The pages in a real browser that can reach no other host: they load in silence, and do what they are for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from api.pages.site import Folders
from engine.store.server import PrivateServer
from tests.api.fights import Bridge, bridge
from tests.api.table import ADMIN, Table, serving
from tests.support.browser import Tab

GRAPHIQL = "document.querySelector('.graphiql-query-editor .CodeMirror')"
ANSWER = "document.querySelector('.graphiql-response .CodeMirror').CodeMirror.getValue()"
WHO = "document.querySelector('#who').textContent"
OPERATIONS = "document.querySelectorAll('.opblock').length"
READY = {"/graphql": GRAPHIQL, "/docs": OPERATIONS}
"""Page -> what is true once it has drawn itself."""

FIGHT = "query Fight($id: ID!) { encounter(id: $id) { name combatants { key name } } }"
WATCH = "subscription Watch($id: ID!, $after: Int!) { events(encounter: $id, after: $after) { version type text } }"


@pytest.fixture(scope="module")
def table(server: PrivateServer, vendor: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that has the packages' files."""
    with serving(server.url, tmp_path_factory.mktemp("data"), folders=Folders(vendor=vendor)) as running:
        yield running


def below(path: str) -> Callable[[ASGIApp], ASGIApp]:
    """What a proxy does that serves a site below a path: the site itself never learns of it."""

    def around(app: ASGIApp) -> ASGIApp:
        async def proxy(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "lifespan":
                inside, outside = scope["path"].startswith(path), "/nothing"
                scope = {**scope, "path": scope["path"].removeprefix(path) if inside else outside}
            await app(scope, receive, send)

        return proxy

    return around


def go(page: Tab, table: Table, path: str) -> None:
    """Open a page and wait until it has drawn itself."""
    page.open(table.url + path)
    page.until(READY.get(path.partition("?")[0], "document.querySelector('h1')"))


def prefilled(query: str, **variables: object) -> str:
    """GraphiQL with a document."""
    return f"/graphql?{urlencode({'query': query, 'variables': json.dumps(variables)})}"


def execute_viewer(page: Tab) -> str:
    """Try `GET /v1/viewer` on the API page, as a person does; what is shown of the answer, which is good."""
    page.click("#operations-Server-viewer .opblock-summary-control")
    page.until("document.querySelector('#operations-Server-viewer .model-example')")  # the operation is read by now
    page.click("#operations-Server-viewer .execute")
    shown = str(page.until("document.querySelector('#operations-Server-viewer .live-responses-table')?.innerText"))
    assert re.search(r"\b200\b", shown), shown
    return shown


def elsewhere(page: Tab, table: Table) -> list[str]:
    """Addresses on other hosts that the page asked for."""
    return [address for address in page.asked if not address.startswith((table.url, "data:", "about:"))]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/graphql", "/docs", "/guide/", "/guide/examples/"])
def test_a_page_loads_in_silence(page: Tab, table: Table, path: str, scheme: str) -> None:
    """Nothing in its console, nothing against its policy, no other host; and it has our colours."""
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    go(page, table, path)
    assert page.complaints == []
    assert elsewhere(page, table) == []
    bar = page.js("getComputedStyle(document.querySelector('.bar')).backgroundColor")
    assert bar == {"light": "rgb(245, 243, 239)", "dark": "rgb(38, 36, 34)"}[scheme]


@pytest.mark.parametrize("path", ["/graphql", "/docs"])
def test_without_its_program_a_page_says_what_to_do(
    page: Tab, server: PrivateServer, tmp_path: Path, path: str
) -> None:
    """Nothing was fetched, and no other host is in reach."""
    with serving(server.url, tmp_path, folders=Folders(vendor=tmp_path)) as bare:
        page.open(f"{bare.url}{path}")
        page.until("document.querySelector('.missing')")
        assert "make assets" in page.text("#tool")
        assert not [said for said in page.complaints if said.startswith("exception")]


def test_what_is_against_a_page_is_heard(page: Tab, table: Table) -> None:
    """The silence of the other tests means something."""
    go(page, table, "/graphql")
    page.js("console.error('a plain word')")
    page.js("document.body.append(Object.assign(document.createElement('script'), {textContent: 'alert(1)'}))")
    page.js("fetch('https://elsewhere.example/').catch(() => 0)")
    said = "\n".join(page.complaints)
    assert "console: a plain word" in said
    assert "script-src 'self'" in said
    assert "connect-src 'self'" in said


def test_graphiql_opens_with_documents_that_run(page: Tab, table: Table) -> None:
    """The first needs no token; every one of them is valid by the schema. There is no second place for a token."""
    go(page, table, "/graphql")
    assert "Headers" not in page.text("#tool")
    page.click(".graphiql-execute-button")
    answer = json.loads(page.until(f"{ANSWER}.includes('La Fantasia Final') && {ANSWER}"))
    assert [system["id"] for system in answer["data"]["systems"]] == ["dozen_die", "fantasia"]
    tabs = page.js("[...document.querySelectorAll('.graphiql-tab-button')].map((one) => one.textContent)")
    assert tabs == ["Games", "Fight", "Watch"]
    for number in range(3):
        page.js(f"document.querySelectorAll('.graphiql-tab-button')[{number}].click()")
        page.until(f"{GRAPHIQL}.CodeMirror.getValue().includes('{tabs[number]}')")
        document = page.js(f"{GRAPHIQL}.CodeMirror.getValue()")
        said = table.gql(document, ADMIN, id="nothing", after=0)
        assert "Cannot query" not in str(said)
        assert "Syntax Error" not in str(said)
    assert page.complaints == []


def test_graphiql_asks_as_the_seat_whose_token_was_entered(page: Tab, table: Table) -> None:
    """The bar says whose it is; the token lies in this tab's memory alone."""
    fight = bridge(table)
    go(page, table, prefilled(FIGHT, id=fight.id))
    page.click(".graphiql-execute-button")
    page.until(f"{ANSWER}.includes('UNAUTHENTICATED')")
    page.type("#token", fight.tokens["ana"])
    page.until(f"{WHO} === 'PLAYER ana, fight {fight.id}'")
    page.click(".graphiql-execute-button")
    answer = json.loads(page.until(f"{ANSWER}.includes('combatants') && {ANSWER}"))
    assert answer["data"]["encounter"]["name"] == "Bridge"
    token = json.dumps(fight.tokens["ana"])
    assert page.js("sessionStorage.getItem('skald-token')") == fight.tokens["ana"]
    assert page.js(f"JSON.stringify(localStorage).includes({token})") is False
    assert not any(fight.tokens["ana"] in address for address in page.asked)
    go(page, table, "/graphql")
    page.until(f"{WHO}.startsWith('PLAYER ana')")
    assert page.js("document.querySelector('#token').value") == fight.tokens["ana"]
    assert [c for c in page.complaints if "401" not in c] == []


def test_graphiql_shows_events_as_they_happen(page: Tab, table: Table) -> None:
    """A subscription over a socket, with the token of the bar."""
    fight: Bridge = bridge(table)
    before = fight.open("gm")["version"]
    go(page, table, prefilled(WATCH, id=fight.id, after=before))
    page.type("#token", fight.tokens["gm"])
    page.until(f"{WHO}.startsWith('GM gm')")
    page.click(".graphiql-execute-button")
    # The second comes when the first is shown already: it cannot have been caught up with.
    for number, order in enumerate(("pause", "resume"), start=1):
        assert fight.act("gm", {"gm": {order: {"reason": "tea"}}})["__typename"] == "Accepted"
        shown = f"JSON.parse({ANSWER}).data.events.at(-1).version === {before + number}"
        answer = json.loads(page.until(f"{shown} && {ANSWER}"))
        assert answer["data"]["events"][-1]["type"] == {"pause": "Paused", "resume": "Resumed"}[order]
    assert page.complaints == []


def test_a_language_of_the_bar_is_the_language_of_the_answer(page: Tab, table: Table) -> None:
    """Over HTTP and over the socket; it stays while the tab is open."""
    fight = bridge(table)
    go(page, table, prefilled(WATCH, id=fight.id, after=0))
    page.type("#token", fight.tokens["gm"])
    page.js("document.querySelector('#language').value = 'es'")
    page.js("document.querySelector('#language').dispatchEvent(new Event('change'))")
    spanish = table.get(f"/v1/encounters/{fight.id}/events", fight.tokens["gm"], **{"accept-language": "es"}).json()
    english = table.get(f"/v1/encounters/{fight.id}/events", fight.tokens["gm"], **{"accept-language": "en"}).json()
    told = list(zip(spanish["events"], english["events"], strict=True))
    telling = next(s["text"] for s, e in reversed(told) if s["text"] != e["text"])  # the last step is what stays shown
    page.click(".graphiql-execute-button")
    page.until(f"{ANSWER}.includes({json.dumps(telling)})")
    go(page, table, "/docs")
    assert page.js("document.querySelector('#language').value") == "es"


@pytest.mark.parametrize("path", ["/graphql", "/docs"])
def test_a_wrong_token_is_told_at_once(page: Tab, table: Table, path: str) -> None:
    """In the server's own words, beside the field."""
    go(page, table, path)
    page.type("#token", "nonsense")
    page.until(f"{WHO}.startsWith('this is no token of this server')")
    page.type("#token", "")
    page.until(f"{WHO} === ''")


def test_with_a_wrong_token_graphiql_knows_the_schema_all_the_same(page: Tab, table: Table) -> None:
    """Only the bar was refused: the schema is asked for as nobody."""
    go(page, table, "/graphql")
    page.type("#token", "nonsense")
    go(page, table, "/graphql?again")
    page.until(f"{WHO}.startsWith('this is no token')")
    page.click("[aria-label='Show Documentation Explorer']")
    page.until("document.querySelector('.graphiql-doc-explorer').innerText.includes('Subscription')")
    refused = f"401 (Unauthorized) ({table.url}/v1/viewer)"
    assert page.complaints
    assert [said for said in page.complaints if not said.endswith(refused)] == []


def test_the_api_page_lists_all_operations_and_executes_one(page: Tab, table: Table) -> None:
    """With the token and the language of the bar, against this very server."""
    fight = bridge(table)
    go(page, table, "/docs")
    document = table.get("/openapi.json").json()
    assert page.js(OPERATIONS) == sum(len(operations) for operations in document["paths"].values())
    page.type("#token", fight.tokens["ana"])
    page.until(f"{WHO}.startsWith('PLAYER ana')")
    shown = execute_viewer(page)
    assert f'"encounter": "{fight.id}"' in shown
    assert page.complaints == []
    assert elsewhere(page, table) == []


def test_behind_a_proxy_with_a_path_all_pages_work(
    page: Tab, server: PrivateServer, vendor: Path, tmp_path: Path
) -> None:
    """Documents, files, the API and the socket are all asked for below the path."""
    with serving(server.url, tmp_path, folders=Folders(vendor=vendor), around=below("/games/skald")) as proxied:
        proxied.http.base_url = proxied.http.base_url.join("/games/skald/")
        proxied.url += "/games/skald"
        fight = bridge(proxied)
        go(page, proxied, "/")
        go(page, proxied, "/guide/examples/")
        go(page, proxied, prefilled(WATCH, id=fight.id, after=0))
        page.type("#token", fight.tokens["gm"])
        page.until(f"{WHO}.startsWith('GM gm')")
        page.click(".graphiql-execute-button")
        page.until(f"JSON.parse({ANSWER}).data.events")
        go(page, proxied, "/docs")
        execute_viewer(page)
        assert page.complaints == []
        assert elsewhere(page, proxied) == []


def test_without_the_files_a_page_asks_the_cdn_for_them_and_its_policy_agrees(
    page: Tab, server: PrivateServer, tmp_path: Path
) -> None:
    """Here no other host answers: that, and nothing else, is what keeps the page empty."""
    with serving(server.url, tmp_path, folders=Folders(vendor=tmp_path)) as bare:
        page.open(f"{bare.url}/graphql")
        page.until("document.querySelector('#who')")
        asked = [address for address in elsewhere(page, bare) if "@" in address]
        assert len(asked) == 4
        away = [said for said in page.complaints if said.startswith("network:")]
        assert len(away) == 4
        assert all("ERR_NAME_NOT_RESOLVED" in said for said in away)
        assert not any("policy" in said.lower() for said in page.complaints)
