"""The pages over HTTP: who gets them, what they may load, where their links lead, and what lies behind /assets/."""

from __future__ import annotations

import io
import json
import re
import shutil
import tarfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import escape
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import httpx
import pytest
from msgspec import structs

from api.hosting.compression import LEAST
from api.negotiation import prefers_html
from api.pages.assets import Assets
from api.pages.client_package import archive_name, package_files
from api.pages.fetch import FetchError, WrongFile, fetch, main
from api.pages.landing import LANGUAGES, landing_words
from api.pages.packages import PACKAGES, STAMP, Package, integrity_of
from api.pages.site import Folders
from api.pages.table_page import TABLE_PAGES
from engine.service.registry import Registry
from engine.store.server import PrivateServer
from schemas.files import FOLDER
from tests.api.table import Table, serving
from tests.support.amounts import PATIENCE
from tests.support.browsers.pages import BROWSER, FETCHABLE, Elements, hosted

TABLE = tuple(f"/{name}" for name in TABLE_PAGES)
PAGES = ("/", "/graphql", "/docs", "/guide/", *TABLE)


@pytest.fixture(scope="module")
def bare(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service for which nothing was fetched."""
    folder = tmp_path_factory.mktemp("bare")
    with serving(server.url, folder, {"origins": ("https://vtt.example",)}, Folders(vendor=folder)) as running:
        yield running


@pytest.fixture(scope="module")
def full(server: PrivateServer, vendor: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that has the packages' files."""
    with serving(server.url, tmp_path_factory.mktemp("full"), folders=Folders(vendor=vendor)) as running:
        yield running


def raw_status(table: Table, path: str) -> int:
    """The status of an address that is sent as it stands: other clients tidy it up before."""
    line = HTTPConnection("127.0.0.1", table.port, timeout=PATIENCE)
    try:
        line.request("GET", path)
        return line.getresponse().status
    finally:
        line.close()


def browse(table: Table, path: str) -> httpx.Response:
    """As a browser asks when a person goes there."""
    return table.get(path, accept=BROWSER)


def test_the_guide_says_whose_request_it_is(bare: Table) -> None:
    """As the file does, behind the language of a block; the language alone is the block's class."""
    html = browse(bare, "/guide/operations").text
    assert '<code data-label="gm" class="language-graphql">' in html
    assert '<code data-label="201" class="language-json">' in html


def test_a_cache_is_told_what_interfaces_may_be(bare: Table) -> None:
    """As Apollo's `possibleTypes` wants it: interfaces and unions, of all games."""
    told = bare.get("/possible-types.json").json()
    assert told["Problem"] == ["Conflict", "Refused"]
    assert {"Accepted", "Refused"} <= set(told["SubmitResult"])
    assert {"Moved", "FantasiaAttackRolled"} <= set(told["Event"])


# -- who gets what
@pytest.mark.parametrize(
    ("accept", "html"),
    [
        (BROWSER, True),
        ("text/html", True),
        ("text/html, */*", True),
        ("application/json;q=0.9, text/html", True),
        (None, False),
        ("", False),
        ("*/*", False),
        ("text/*", False),
        ("application/json", False),
        ("text/html, application/json", False),
        ("text/html;q=0.5, application/graphql-response+json", False),
        ("text/html;q=0.5, */*", False),
        ("text/html;q=0", False),
        ("text/html;q=x", False),
    ],
)
def test_only_who_likes_html_best_is_a_person(accept: str | None, html: bool) -> None:
    """A client that takes anything is a program."""
    assert prefers_html(accept) is html


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/graphql-response+json, */*;q=0.1"])
def test_programs_get_json_from_the_root_and_from_graphql(bare: Table, accept: str) -> None:
    """As before there were pages, and both say that Accept decides."""
    door, systems = bare.get("/", accept=accept), sorted(Registry.installed().books)
    assert door.json() == {
        "name": "Skald",
        "version": door.json()["version"],
        "systems": systems,
        "graphql": "/graphql",
        "rest": "/v1",
        "openapi": "/openapi.json",
        "schema": "/schema.graphql",
        "schemas": {key: f"/schemas/{key}.graphql" for key in systems},
        "asyncapi": "/asyncapi.json",
        "events": "/events.schema.json",
        "possibleTypes": "/possible-types.json",
        "docs": "/docs",
        "guide": "/guide/",
        "table": ["/play", "/host", "/watch", "/join", "/campaign"],
        "client": "/client/index.js",
        "clientPackage": f"/client/{archive_name()}",
        "hosting": "operator",
        "keys": "/.well-known/jwks.json",
        "health": ["/livez", "/readyz"],
    }
    asked = bare.http.get("/graphql", params={"query": "{ __typename }"}, headers={"accept": accept})
    assert asked.json() == {"data": {"__typename": "Query"}}
    assert all("accept" in answer.headers["vary"].lower() for answer in (door, asked))


def test_the_client_library_is_served_as_a_package(bare: Table) -> None:
    """File by file for a page that imports it, and packed for npm; nothing else of its folder."""
    for name, content in package_files().items():
        answer = bare.get(f"/client/{name}")
        assert (answer.status_code, answer.content) == (200, content), name
    assert bare.get("/client/index.js").headers["content-type"].startswith("text/javascript")
    packed = bare.get(f"/client/{archive_name()}")
    with tarfile.open(fileobj=io.BytesIO(packed.content)) as archive:
        assert "package/fight.js" in archive.getnames()
    assert bare.get("/client/watched.js").status_code == bare.get("/client/../assets.py").status_code == 404


def test_every_address_named_at_the_root_answers(bare: Table) -> None:
    """What is named is there."""
    door = bare.get("/").json()
    named = [door[name] for name in ("openapi", "asyncapi", "schema", "events", "docs", "guide")]
    for address in (*named, *door["schemas"].values(), *door["health"]):
        assert bare.get(address).status_code == 200, address


def test_a_person_may_still_post(bare: Table) -> None:
    """Only GET shows GraphiQL."""
    asked = bare.post("/graphql", None, {"query": "{ __typename }"}, accept=BROWSER)
    assert asked.json() == {"data": {"__typename": "Query"}}


@pytest.mark.parametrize("path", PAGES)
def test_pages_say_what_they_are_and_what_they_may_load(bare: Table, path: str) -> None:
    """Type, policy, and that they are asked for again; HEAD says the same."""
    page = browse(bare, path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert page.headers["cache-control"] == "no-cache"
    assert "accept" in page.headers["vary"].lower()
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy
    # No other host, whether or not anything was fetched; the page of the table may load pictures.
    assert (
        "http" not in policy.replace("img-src 'self' data: blob: https:", "") if path in TABLE else "http" not in policy
    )
    assert ("script-src" in policy) is (path != "/guide/")
    assert ("'unsafe-inline'" in policy) is (path in ("/graphql", "/docs"))  # for styles of others' programs
    head = bare.http.head(path, headers={"accept": BROWSER})
    assert head.status_code == 200
    assert head.headers["content-security-policy"] == policy


@pytest.mark.parametrize("path", PAGES)
def test_a_browser_that_has_a_page_is_told_so(bare: Table, path: str) -> None:
    """304 for its own tag, the page for another one."""
    tag = browse(bare, path).headers["etag"]
    again = bare.get(path, accept=BROWSER, **{"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert bare.get(path, accept=BROWSER, **{"if-none-match": '"another"'}).status_code == 200


def test_cors_applies_to_the_root_as_to_the_api(bare: Table) -> None:
    """CORS lies before the pages."""
    door = bare.get("/", accept=BROWSER, origin="https://vtt.example")
    assert door.headers["access-control-allow-origin"] == "https://vtt.example"


# -- links
@pytest.mark.parametrize("path", ["/", "/graphql", "/docs"])
def test_every_link_of_a_page_is_relative_and_leads_somewhere(full: Table, path: str) -> None:
    """Relative, so that a proxy may serve all of it below a path."""
    links = Elements(browse(full, path).text).addresses()
    assert links
    for link in links:
        assert not link.startswith("/"), link
        assert browse(full, urljoin(path, link)).status_code == 200, link


def test_the_guide_without_a_slash_leads_to_it(bare: Table) -> None:
    """By a relative address, for proxies again."""
    moved = browse(bare, "/guide")
    assert (moved.status_code, moved.headers["location"]) == (308, "guide/")


def test_the_landing_page_shows_the_games_and_how_to_begin(bare: Table) -> None:
    """At the address by which it was called; a strange one is quoted, for the page and for the shell."""
    page = browse(bare, "/").text
    for words in ("La Fantasia Final", "<td>es</td>", f"URL={bare.url}\n", "./schemas/fantasia.graphql"):
        assert words in page
    assert "URL=http://table.example:99\n" in bare.get("/", accept=BROWSER, host="table.example:99").text
    assert "URL=&#x27;http://a&amp;b$(id)&#x27;\n" in bare.get("/", accept=BROWSER, host="a&b$(id)").text


@pytest.mark.parametrize(
    ("asked", "spoken", "words"),
    [("es", "es", "Jugar"), ("pl-PL", "pl", "Graj"), ("fi;q=0.9", "fi", "Pelaa"), ("de", "en", "Play")],
)
def test_the_landing_page_speaks_to_players_in_their_language(bare: Table, asked: str, spoken: str, words: str) -> None:
    """In English where it does not know theirs; what programmers read is English, and marked as such."""
    page = bare.get("/", accept=BROWSER, **{"accept-language": asked})
    assert f'<html lang="{spoken}">' in page.text
    assert f"<strong>{words}</strong>" in page.text
    assert '<div lang="en">' in page.text
    assert {"accept", "accept-language"} <= {name.strip().lower() for name in page.headers["vary"].split(",")}


def test_every_language_of_the_landing_page_has_every_word() -> None:
    """And says it in words of its own."""
    said = [landing_words(language) for language in LANGUAGES]
    assert all(words.keys() == said[0].keys() and all(words.values()) for words in said)
    assert len({words["lead"] for words in said}) == len(LANGUAGES)


def test_the_landing_page_says_at_home_where_the_demo_stands(bare: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a demo, to a browser on the same machine. Nobody gets a link from it, for a link is a token."""
    told = escape(landing_words("en")["demo"])
    assert told not in browse(bare, "/").text  # there is none
    monkeypatch.setattr(bare.app.state, "demo", True, raising=False)
    for host in (f"127.0.0.1:{bare.port}", f"localhost:{bare.port}", "[::1]:8765"):
        page = bare.get("/", accept=BROWSER, host=host).text
        assert told in page
        assert "eyJ" not in page
        assert "token=" not in page
    for elsewhere in (
        {"host": "table.example"},
        {"host": "192.168.1.7:8765"},
        {"x-forwarded-for": "203.0.113.9"},
        {"forwarded": "for=203.0.113.9"},
    ):
        assert told not in bare.get("/", accept=BROWSER, **elsewhere).text, elsewhere


def test_published_schemas_are_the_files(bare: Table) -> None:
    """The very texts of schemas/, made for what is installed."""
    small = bare.get("/schemas/fantasia.graphql")
    assert small.text == (FOLDER / "fantasia.graphql").read_text(encoding="utf-8")
    assert small.headers["content-type"] == "text/plain; charset=utf-8"
    events = bare.get("/events.schema.json")
    assert events.json() == json.loads((FOLDER / "events.schema.json").read_text(encoding="utf-8"))
    for name in ("schema.graphql", "openapi.json", "nothing.graphql", "..%2Fopenapi.json"):
        assert bare.get(f"/schemas/{name}").status_code == 404, name


def test_a_browser_finds_the_icon_where_it_looks(bare: Table) -> None:
    """Also on pages that are not ours to write, as JSON shown by the browser."""
    assert bare.get("/favicon.ico").headers["content-type"].startswith("image/svg+xml")


# -- assets
@pytest.mark.parametrize("path", ["/graphql", "/docs"])
def test_all_files_of_a_page_are_this_servers(full: Table, path: str) -> None:
    """Each file is what its hash says, is kept for ever, and travels squeezed from a kilobyte on."""
    page = browse(full, path)
    loads = [found for tag, found in Elements(page.text).links if "integrity" in found]
    assert len(loads) >= 4
    for found in loads:
        address = str(found.get("href") or found.get("src"))
        assert address.startswith("./assets/")
        file = full.get(urljoin(path, address), **{"accept-encoding": "gzip"})
        assert integrity_of(file.content) == found["integrity"]
        assert file.headers["content-type"] in ("text/javascript; charset=utf-8", "text/css; charset=utf-8")
        assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert ("content-encoding" in file.headers) == (len(file.content) >= LEAST)


@pytest.mark.parametrize("path", ["/graphql", "/docs"])
def test_without_the_files_a_page_names_none_of_them(bare: Table, path: str) -> None:
    """Nor another host that has them: all it loads is ours, by address and by hash."""
    links = Elements(browse(bare, path).text).links
    loads = [str(found.get("href") or found.get("src")) for _, found in links if "integrity" in found]
    assert len(loads) >= 2
    assert all(address.startswith("./assets/skald@") for address in loads)
    assert not any(str(found.get("href") or found.get("src")).startswith(("http", "//")) for _, found in links)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "..",
        "../app.py",
        "..%2f..%2fapp.py",
        "skald@0/../../app.py",
        "%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/etc/passwd",
        "//etc/passwd",
        "own/skald.css",
        "graphiql@4.1.2/package.json",
        "graphiql@4.1.2/%00",
    ],
)
def test_nothing_else_can_be_had_below_assets(full: Table, name: str) -> None:
    """Only what the table names."""
    assert raw_status(full, f"/assets/{name}") == 404


def test_a_file_that_is_not_the_one_of_the_table_is_not_served(vendor: Path, tmp_path: Path) -> None:
    """It counts as missing; `make assets` fetches the right one."""
    shutil.copytree(vendor, tmp_path / "vendor")
    whole = Assets(tmp_path / "vendor")
    file = tmp_path / "vendor" / "graphiql@4.1.2" / "graphiql.min.js"
    file.write_bytes(file.read_bytes() + b"\n")
    changed = Assets(tmp_path / "vendor")
    assert "graphiql/graphiql.min.js" in whole
    assert "graphiql/graphiql.min.js" not in changed
    assert set(whole.files) - set(changed.files) == {"graphiql@4.1.2/graphiql.min.js"}


# -- fetching
def test_a_running_server_has_what_was_fetched_at_once(
    server: PrivateServer, vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pages of a server that began without: they name the files, and the files are there."""
    mine = tmp_path / "vendor"
    with serving(server.url, tmp_path / "data", folders=Folders(vendor=mine)) as running:
        for path in ("/graphql", "/docs"):
            assert "@18.3.1" not in running.get(path, accept=BROWSER).text
            assert "swagger" not in running.get(path, accept=BROWSER).text
        shutil.copytree(vendor, mine, ignore=shutil.ignore_patterns(STAMP))
        assert "swagger" not in running.get("/docs", accept=BROWSER).text  # half a folder is no news
        assert fetch(mine, FETCHABLE) == 0
        for path in ("/docs", "/graphql"):
            page = running.get(path, accept=BROWSER)
            (script, *_) = re.findall(r'src="\./(assets/(?!skald)[^"]+@[^"]+\.js)"', page.text)
            assert running.get(f"/{script}").status_code == 200
        drawn: list[Path] = []
        monkeypatch.setattr("api.pages.site.Assets", lambda vendor: drawn.append(vendor))
        assert running.get("/docs", accept=BROWSER).status_code == 200
        assert drawn == []  # looked at once


def test_what_is_there_is_not_fetched_again(vendor: Path) -> None:
    """And what is there is all of the table."""
    assert all((vendor / package.folder / path).is_file() for package in FETCHABLE for path in package.files)
    assert fetch(vendor, FETCHABLE) == 0


@pytest.fixture
def registry(tmp_path: Path) -> None:
    """A registry that answers. Skips without one, also where earlier runs have left their files."""
    try:
        fetch(tmp_path / "tried", PACKAGES[:1])
    except FetchError as error:
        pytest.skip(str(error))


@pytest.mark.usefixtures("registry")
def test_a_wrong_file_is_refused(tmp_path: Path) -> None:
    """With its name and its hash; nothing of it is kept."""
    react = PACKAGES[0]
    wrong = Package(react.name, react.version, react.licence, {"LICENSE": "sha384-AAAA"})
    with pytest.raises(WrongFile, match=r"react@18\.3\.1/LICENSE is sha384-dIN5.*should be sha384-AAAA"):
        fetch(tmp_path / "new", [wrong])
    with pytest.raises(WrongFile, match=r"react@18\.3\.1 has no umd/react\.js"):
        fetch(tmp_path / "new", [Package(react.name, react.version, react.licence, {"umd/react.js": "sha384-AAAA"})])
    assert not (tmp_path / "new").exists()


def test_without_npm_the_files_come_from_the_cdn_one_by_one(
    vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same files, by their hashes; what is there stays, and a wrong one is refused."""
    monkeypatch.setenv("PATH", str(tmp_path))
    shutil.copytree(vendor, tmp_path / "elsewhere")
    mine, changed = tmp_path / "new", tmp_path / "elsewhere" / "react@18.3.1" / "LICENSE"
    with hosted(tmp_path / "elsewhere") as address:
        monkeypatch.setattr("api.pages.fetch.CDN", f"{address}/")
        assert fetch(mine, FETCHABLE[1:]) == len(FETCHABLE) - 1
        assert all((mine / p.folder / path).is_file() for p in FETCHABLE[1:] for path in p.files)
        shutil.rmtree(tmp_path / "elsewhere" / FETCHABLE[1].folder)
        assert fetch(mine, FETCHABLE[1:]) == 0
        changed.write_text("another")
        with pytest.raises(WrongFile, match=r"react@18\.3\.1/LICENSE is sha384-"):
            fetch(mine, FETCHABLE[:1])
        changed.unlink()
        with pytest.raises(FetchError, match=r"react@18\.3\.1/LICENSE cannot be fetched without it \(HTTP Error 404"):
            fetch(mine, FETCHABLE[:1])


def test_a_machine_without_npm_that_is_offline_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, no trace."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("api.pages.fetch.CDN", "http://127.0.0.1:9/")
    assert main(tmp_path / "new") == 1
    said = capsys.readouterr().err
    assert re.match(
        r"assets: npm is not on the PATH, and http\S+react\S+ cannot be .*: is this machine offline\?\n$", said
    ), said
    assert not (tmp_path / "new").exists()


def test_what_is_built_needs_npm_and_the_rest_is_there(
    vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A machine without npm has every page, and is told what it lacks for the extension of a virtual table."""
    monkeypatch.setenv("PATH", str(tmp_path))
    mine = tmp_path / "new"
    with hosted(vendor) as address:
        monkeypatch.setattr("api.pages.fetch.CDN", f"{address}/")
        assert main(mine) == 1
    said = capsys.readouterr().err
    assert (
        said == "assets: npm is not on the PATH, and @owlbear-rodeo/sdk@3.1.0 is built with it: install Node with npm\n"
    )
    assert (mine / STAMP).is_file()
    assert all((mine / package.folder / path).is_file() for package in FETCHABLE for path in package.files)
    assert "@owlbear-rodeo/sdk/sdk.js" not in Assets(mine)


@pytest.mark.usefixtures("registry")
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not on the PATH")
def test_a_bundle_is_kept_only_if_it_is_the_one_of_the_table(tmp_path: Path) -> None:
    """Every machine builds the same bytes; what has other bytes, or cannot be built, is told and not kept."""
    (sdk,) = [package for package in PACKAGES if package.bundle is not None]
    assert fetch(tmp_path / "new", [sdk]) == 1
    assert "@owlbear-rodeo/sdk/sdk.js" in Assets(tmp_path / "new")
    other = structs.replace(sdk, files={**sdk.files, "sdk.js": "sha384-AAAA"})
    with pytest.raises(WrongFile, match=r"sdk@3\.1\.0/sdk\.js is sha384-.*should be sha384-AAAA"):
        fetch(tmp_path / "other", [other])
    assert sdk.bundle is not None
    broken = structs.replace(sdk, bundle=structs.replace(sdk.bundle, entry="export * from 'nothing-at-all';"))
    with pytest.raises(FetchError, match=r"esbuild cannot build @owlbear-rodeo/sdk@3\.1\.0 \(.*nothing-at-all"):
        fetch(tmp_path / "broken", [broken])
    assert not (tmp_path / "other").exists()
    assert not (tmp_path / "broken").exists()


def test_a_slow_cdn_is_given_up_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that sends a byte now and then holds nobody; nor does one that never ends."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with trickling() as address:
        monkeypatch.setattr("api.pages.fetch.CDN", address)
        begun = time.monotonic()
        with pytest.raises(FetchError, match="it takes too long"):
            fetch(tmp_path / "new", patience=0.5)
        assert time.monotonic() - begun < 30


@contextmanager
def trickling() -> Iterator[str]:
    """A server whose answers come byte by byte, without an end."""

    class Trickle(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            with suppress(OSError):
                while not ended.wait(0.05):
                    self.wfile.write(b"x")

        def log_message(self, format: str, *args: object) -> None:
            return

    ended = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Trickle)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        ended.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not on the PATH: what is built is missing")
def test_nothing_is_said_where_nothing_was_missing(vendor: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As at every start of `make run`."""
    assert main(vendor, quiet=True) == 0
    assert capsys.readouterr().out == ""
    assert main(vendor) == 0
    assert capsys.readouterr().out.startswith("assets: all there already")


def test_a_folder_that_cannot_be_written_to_is_told_in_a_line(
    vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An installation of another user, say."""
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "file").write_text("no folder")
    with hosted(vendor) as address:
        monkeypatch.setattr("api.pages.fetch.CDN", f"{address}/")
        assert main(tmp_path / "file" / "vendor") == 1
    assert re.fullmatch(r"assets: .*Not a directory.*\n", capsys.readouterr().err)


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not on the PATH")
def test_a_machine_that_is_offline_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A registry that does not answer, and nothing kept from before."""
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    assert main(tmp_path / "new") == 1
    assert re.match(
        r"assets: npm cannot fetch react@18\.3\.1, .*: is this machine offline\?\n$", capsys.readouterr().err
    )


# -- the guide
GUIDE = {
    "README.md": "# The guide\n\nRead [first](first.md), then [errors](errors.md#what-it-is).\n",
    "errors.md": "# Errors\n\n## What it is\n\n## What it is\n\nBack to [the start](README.md).\n",
    "another.md": "Without a title.\n",
    "first.md": """\
# First <b>steps</b>

<script>alert(1)</script>

| a | b |
|---|---|
| 1 | `2` |

```js
const a = "<b>";
```

## Don't `fill()` me in

[bad](javascript:alert(1)) [out](https://example.org/a.md) [here](#first-bsteps-b)
[client](../examples/generic.mjs) [typed](../examples/typed/) [schema](../schema.graphql#L1)
[game](../fantasia.graphql) [rest](../openapi.json)
""",
}


@pytest.fixture(scope="module")
def library(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Path]]:
    """A service with a small guide, and its folder."""
    folder = tmp_path_factory.mktemp("library")
    folders = Folders(vendor=folder, guide=folder / "guide", examples=folder / "examples")
    for name, text in {**GUIDE, "../examples/generic.mjs": "// <b>\n", "../examples/typed/a b.ts": "x\n"}.items():
        (folders.guide / name).parent.mkdir(parents=True, exist_ok=True)
        (folders.guide / name).write_text(text)
    for name in ("typed/node_modules/left/index.js", ".env", "__pycache__/a.pyc"):
        (folders.examples / name).parent.mkdir(parents=True, exist_ok=True)
        (folders.examples / name).write_text("not ours")
    with serving(server.url, folder / "data", folders=folders) as running:
        yield running, folders.guide


def test_a_chapter_is_a_page(library: tuple[Table, Path]) -> None:
    """Headings with anchors, tables, code; raw HTML as text, and no link to a script."""
    page = browse(library[0], "/guide/first").text
    for part in (
        "<td>1</td>",
        "<td><code>2</code></td>",
        "const a = &quot;&lt;b&gt;&quot;;",
        '<h2 id="dont-fill-me-in">',
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        '<a href="https://example.org/a.md">',
        "[bad](javascript:alert(1))",
    ):
        assert part in page
    assert "<script" not in page
    assert "<b>" not in page


def test_links_between_the_files_are_links_between_the_pages(library: tuple[Table, Path]) -> None:
    """To chapters, examples and published files; a heading that comes twice has two anchors."""
    table, _ = library
    start = Elements(browse(table, "/guide/").text).addresses()
    assert {"first", "errors#what-it-is"} <= set(start)
    first = Elements(browse(table, "/guide/first").text).addresses()
    for link in ("examples/generic.mjs", "examples/typed/", "../schema.graphql#L1", "../schemas/fantasia.graphql"):
        assert link in first
        assert browse(table, urljoin("/guide/first", link)).status_code == 200
    errors = Elements(browse(table, "/guide/errors").text)
    assert {"what-it-is", "what-it-is-1"} <= errors.ids
    assert "./" in errors.addresses()


def test_chapters_stand_in_the_order_of_the_index(library: tuple[Table, Path]) -> None:
    """Then those that it does not name; of the open one its sections are listed."""
    page = browse(library[0], "/guide/errors").text
    contents = page[page.index('<nav class="chapters"') : page.index("<main>")]
    assert Elements(contents).addresses() == [
        "./", "first", "errors", "#what-it-is", "#what-it-is-1", "another", "examples/",
    ]  # fmt: skip
    assert '<a href="errors" aria-current="page">Errors</a>' in contents


def test_examples_are_text_and_only_ours(library: tuple[Table, Path]) -> None:
    """No example runs here; what npm installed, or begins with a dot, is not shown."""
    table, _ = library
    text = browse(table, "/guide/examples/generic.mjs")
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert text.headers["x-content-type-options"] == "nosniff"
    assert text.text == "// <b>\n"
    folder = Elements(browse(table, "/guide/examples/").text).addresses()
    assert [a for a in folder if not a.startswith("../")] == ["generic.mjs", "typed/a%20b.ts"]
    assert browse(table, "/guide/examples/typed/a%20b.ts").text == "x\n"
    for hidden in ("typed/node_modules/left/index.js", ".env", "__pycache__/a.pyc", "../guide/first.md"):
        assert raw_status(table, f"/guide/examples/{hidden}") == 404, hidden


def test_the_guide_is_read_at_start_only(library: tuple[Table, Path]) -> None:
    """What is written after the start is not shown, and costs no request anything."""
    table, folder = library
    before = browse(table, "/guide/another")
    (folder / "another.md").write_text("Something else.\n")
    assert browse(table, "/guide/another").text == before.text
    assert "Without a title." in before.text


def test_without_a_guide_its_place_says_so(server: PrivateServer, tmp_path: Path) -> None:
    """No link into nothing."""
    folders = Folders(vendor=tmp_path, guide=tmp_path / "none", examples=tmp_path / "none")
    with serving(server.url, tmp_path, folders=folders) as table:
        page = browse(table, "/guide/")
        assert page.status_code == 200
        assert "There is no guide here" in page.text
        assert browse(table, "/guide/errors").status_code == 404


def test_every_link_of_the_guide_leads_somewhere(bare: Table) -> None:
    """From chapter to chapter, down to the anchors; other sites are not asked."""
    read: dict[str, Elements] = {}
    waiting, wrong = ["/guide/"], []
    while waiting:
        path = waiting.pop()
        page = browse(bare, path)
        if page.status_code != 200:
            wrong.append(f"{path}: {page.status_code}")
            continue
        if not page.headers["content-type"].startswith("text/html"):
            continue
        read[path] = Elements(page.text)
        links = [urldefrag(urljoin(path, link)) for link in read[path].addresses()]
        inside = {link.url for link in links if link.url.startswith("/guide/")}
        waiting += [url for url in inside if url not in read and url not in waiting]
        wrong += [
            f"{path} -> {link.url}"
            for link in links
            if link.url.startswith("/") and link.url not in inside and browse(bare, link.url).status_code != 200
        ]
    for path, elements in read.items():
        wrong += [f"{path} -> {link}: not relative" for link in elements.addresses() if link.startswith("/")]
        for link in elements.addresses():
            url, anchor = urldefrag(urljoin(path, link))
            if anchor and url in read and anchor not in read[url].ids:
                wrong.append(f"{path} -> {link}: no such section")
    assert wrong == []
    assert "/guide/" in read
