"""The pages in a real browser that can reach no other host: they load in silence, and do what they are for."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from api.pages.site import Folders
from engine.service.registry import Registry
from engine.store.server import PrivateServer
from tests.api.fights import Bridge, bridge
from tests.api.table import ADMIN, Table, serving
from tests.support.browsers.browser import Tab

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
    page.click("#operations-seats-viewer .opblock-summary-control")
    page.until("document.querySelector('#operations-seats-viewer .model-example')")  # the operation is read by now
    page.click("#operations-seats-viewer .execute")
    shown = str(page.until("document.querySelector('#operations-seats-viewer .live-responses-table')?.innerText"))
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
    shown = "html" if path == "/" else ".bar"
    ours = {"html": ("rgb(239, 232, 218)", "rgb(25, 22, 19)"), ".bar": ("rgb(245, 243, 239)", "rgb(38, 36, 34)")}[shown]
    found = page.js(f"getComputedStyle(document.querySelector('{shown}')).backgroundColor")
    assert found == ours[scheme == "dark"]


@pytest.mark.parametrize("path", ["/graphql", "/docs"])
def test_without_its_program_a_page_says_what_to_do(
    page: Tab, server: PrivateServer, vendor: Path, tmp_path: Path, path: str
) -> None:
    """Nothing was fetched: no other host is asked. Once it is fetched the page opens by itself, in the same tab."""
    mine = tmp_path / "vendor"
    with serving(server.url, tmp_path, folders=Folders(vendor=mine)) as bare:
        page.open(f"{bare.url}{path}")
        page.until("document.querySelector('.missing')")
        assert "make assets" in page.text("#tool")
        assert elsewhere(page, bare) == []
        page.js("window.opened = 'before'")
        shutil.copytree(vendor, mine)
        page.until(f"!window.opened && {READY[path]}")
        assert elsewhere(page, bare) == []
        assert page.complaints == []


@pytest.mark.parametrize("what", ["invitation", "token", "link"])
def test_the_landing_page_leads_to_the_table(page: Tab, table: Table, what: str) -> None:
    """With an invitation, a token, or a whole link that is pasted; no server is sent any of them in an address."""
    fight = bridge(table)
    made = table.post(f"/v1/encounters/{fight.id}/invitations", fight.tokens["gm"], {"seat": "ana"}).json()
    token = fight.tokens["ana"]
    text = {"invitation": made["code"], "token": token, "link": f"https://skald.example/play#token={token}"}[what]
    go(page, table, "/")
    page.type("[name=pasted]", f" {text} ")
    with pytest.raises(AssertionError, match="navigated"):
        page.js("document.querySelector('#enter button').click(); new Promise(() => 0)")
    page.until("location.pathname === '/play' && sessionStorage.getItem('skald-token')")
    kept = page.js("sessionStorage.getItem('skald-token')")
    assert table.get("/v1/viewer", kept).json()["seat"] == "ana"
    assert page.js("/token|invitation/.test(location.href)") is False
    assert not any(made["code"] in address or token in address for address in page.asked)
    assert elsewhere(page, table) == []


def test_errors_of_a_page_are_noticed_by_these_tests(page: Tab, table: Table) -> None:
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
    assert [system["id"] for system in answer["data"]["systems"]] == sorted(Registry.installed().books)
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


VARIABLES = "document.querySelector('.graphiql-editor-tool .CodeMirror').CodeMirror.getValue()"
TABS = "[...document.querySelectorAll('.graphiql-tab-button')].map((one) => one.textContent)"


def shows_fight(page: Tab, fight: Bridge) -> None:
    """The first document asks for this fight, and is answered."""
    page.until(f"{GRAPHIQL}.CodeMirror.getValue().includes('query Fight')")
    assert json.loads(page.until(f"{VARIABLES}.includes('{fight.id}') && {VARIABLES}")) == {"id": fight.id}
    page.click(".graphiql-execute-button")
    answer = json.loads(page.until(f"{ANSWER}.includes('combatants') && {ANSWER}"))
    assert answer["data"]["encounter"]["name"] == "Bridge"


def test_graphiql_opens_on_the_fight_of_its_token(page: Tab, table: Table) -> None:
    """Entered in the bar of any page before: the document of a fight comes first, with the id."""
    fight = bridge(table)
    go(page, table, "/docs")
    page.type("#token", fight.tokens["ana"])
    page.until(f"{WHO}.startsWith('PLAYER ana')")
    go(page, table, "/graphql")
    assert page.js(TABS) == ["Fight", "Watch", "Games"]
    shows_fight(page, fight)
    page.js("document.querySelectorAll('.graphiql-tab-button')[1].click()")
    assert json.loads(page.until(f"{VARIABLES}.includes('after') && {VARIABLES}")) == {"id": fight.id, "after": 0}
    assert page.complaints == []


def test_graphiql_opens_on_the_fight_of_the_table(page: Tab, table: Table) -> None:
    """Whoever plays in a tab, by the link of the greeting, asks there as the same seat about the same fight."""
    fight = bridge(table)
    page.call("Page.navigate", url=f"{table.url}/play#token={fight.tokens['ana']}")
    page.until("location.pathname === '/play' && sessionStorage.getItem('skald-token')")
    go(page, table, "/graphql")
    page.until(f"{WHO} === 'PLAYER ana, fight {fight.id}'")
    assert page.js(TABS) == ["Fight", "Watch", "Games"]
    shows_fight(page, fight)
    assert elsewhere(page, table) == []


def test_a_fight_that_becomes_known_is_written_where_none_was(page: Tab, table: Table) -> None:
    """A token that is entered in GraphiQL itself; what a person has written stays."""
    fight = bridge(table)
    go(page, table, "/graphql")
    page.js(f"{GRAPHIQL}.CodeMirror.setValue('query Mine {{ viewer {{ seat }} }}')")
    page.until("(localStorage.getItem('graphiql:tabState') ?? '').includes('query Mine')")
    page.type("#token", fight.tokens["ana"])
    page.until(f"{WHO}.startsWith('PLAYER ana')")
    page.until(f"{GRAPHIQL}?.CodeMirror.getValue().includes('query Mine')")
    page.js("document.querySelectorAll('.graphiql-tab-button')[1].click()")
    shows_fight(page, fight)
    assert page.complaints == []


def test_a_link_names_fight_and_token_behind_the_hash(page: Tab, table: Table) -> None:
    """As the greeting of the demo has it: no server is sent either, and the token does not stay in the address."""
    fight, other = bridge(table), bridge(table)
    token = fight.tokens["ana"]
    page.open(f"{table.url}/graphql#fight={fight.id}")
    page.until(GRAPHIQL)
    assert page.js(TABS)[0] == "Fight"
    assert json.loads(page.until(f"{VARIABLES}.includes('{fight.id}') && {VARIABLES}")) == {"id": fight.id}
    page.type("#token", token)
    shows_fight(page, fight)
    page.call("Page.navigate", url="about:blank")
    page.until("location.href === 'about:blank'")
    page.call("Page.navigate", url=f"{table.url}/graphql#fight={other.id}&token={other.tokens['ana']}")
    page.until(f"{WHO} === 'PLAYER ana, fight {other.id}'")
    page.until(GRAPHIQL)
    shows_fight(page, other)
    assert page.js("location.hash") == f"#fight={other.id}"
    assert not any("token=" in address or "fight=" in address.partition("#")[0] for address in page.asked)
    assert page.complaints == []


def test_no_token_is_taken_from_the_query_of_an_address(page: Tab, table: Table) -> None:
    """It would stand in the logs of proxies; nor does a link write anything but an id."""
    fight = bridge(table)
    address = f"{table.url}/graphql?token={fight.tokens['ana']}&fight={fight.id}#fight=%22%7D%3Cscript%3E"
    page.call("Page.navigate", url=address)
    page.until(GRAPHIQL)
    assert page.js("sessionStorage.getItem('skald-token')") is None
    assert page.js(f"{WHO}") == ""
    assert page.js(TABS) == ["Games", "Fight", "Watch"]
    assert "script" not in page.js(VARIABLES)


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
    fight.act("gm", {"gm": {"end": {"reason": "late"}}})  # the last event, which stays shown, has words of its own
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


HOLD_VIEWER = """{ const send = window.fetch; window.fetch = (url, request) => String(url).endsWith('/v1/viewer')
    ? new Promise((answer) => { window.release = () => answer(send(url, request)); }) : send(url, request); }"""
"""`GET /v1/viewer` is not sent before `release()`."""


def test_an_answer_stays_when_the_fight_becomes_known_later(page: Tab, table: Table) -> None:
    """What was sent before the server had said whose the token is: the answer is not taken away."""
    fight = bridge(table)
    go(page, table, prefilled(FIGHT, id=fight.id))
    page.js(HOLD_VIEWER)
    page.type("#token", fight.tokens["gm"])
    page.click(".graphiql-execute-button")
    page.until(f"{ANSWER}.includes('combatants')")
    page.js("localStorage.removeItem('graphiql:tabState')")  # kept some time after a page is drawn: maybe by now
    page.js("release(); 0")
    page.until(f"{WHO}.startsWith('GM gm')")
    page.js("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    assert json.loads(page.js(ANSWER))["data"]["encounter"]["name"] == "Bridge"
    assert page.complaints == []


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


def test_an_event_source_hears_all_events_without_names(page: Tab, table: Table) -> None:
    """`onmessage` of a browser: every event of the fight, and then its end."""
    fight = bridge(table)
    go(page, table, "/docs")
    last = fight.open("ana")["version"]
    page.js(f"""
        window.heard = [];
        window.source = new EventSource('/v1/encounters/{fight.id}/events?unnamed=true&token={fight.tokens["ana"]}');
        source.onmessage = ({{ data }}) => heard.push(JSON.parse(data).type);
        source.addEventListener('end', () => {{ heard.push('end'); source.close(); }});
        0""")
    page.until(f"heard.length === {last}")
    fight.act("gm", {"gm": {"end": {"reason": "late"}}})
    page.until("heard.at(-1) === 'end'")
    assert page.js("heard.length") == fight.open("ana")["version"] + 1
    assert page.js("heard.at(-2)") == "EncounterEnded"
    assert page.complaints == []
