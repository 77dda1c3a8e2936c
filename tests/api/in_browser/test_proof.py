"""The proof of a file in a real browser, with the verdict of `skald verify`: from disk, and where one watches."""

from __future__ import annotations

import asyncio
import base64
import gzip
import io
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from api.pages.proof_page import proof_page
from engine.kernel.state.typed_by import TypedBy
from engine.service.proof.export import ExportUnreadable, export_lines, read_export
from engine.service.proof.signing import PublicKey, Signer
from engine.service.proof.verification import verify
from engine.store.port import Entry, Head
from tests.api.fights import bridge
from tests.api.table import Table
from tests.guide.test_proof import VECTORS
from tests.service.test_audit_games import sly_fight
from tests.support.browsers.browser import Tab, tab
from tests.support.browsers.firefox import firefox, window
from tests.support.contract.mutations import FIGHTS, line_of
from tests.support.contract.rewriting import EDGES, FORMS, parsed
from tests.support.fights.played import BOOK, REGISTRY, forged, stream, versions_of

SIGNER = Signer(bytes(range(32)))
READY = "document.getElementById('app').dataset.ready"
LOAD = "import('skald/client/proof.js').then((own) => { window.own = own; return true; })"
PROVE = """(async () => {
    const bytes = Uint8Array.from(atob('%s'), (sign) => sign.charCodeAt(0));
    const { broken, header, created, ...found } = await own.prove(bytes, %s);
    return { ...found, at: broken?.at ?? null, line: broken?.line ?? 0, reason: broken?.reason ?? '' };
})()"""
DROP = """(() => {
    const bytes = Uint8Array.from(atob('%s'), (sign) => sign.charCodeAt(0)), carried = new DataTransfer();
    carried.items.add(new File([bytes], 'fight.ndjson'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, cancelable: true, bubbles: true }));
    return true;
})()"""

Lines = list[bytes]


@pytest.fixture(scope="module")
def proof(devtools: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The one file, opened from disk, with its module at hand."""
    file = tmp_path_factory.mktemp("disk") / "skald-proof.html"
    file.write_bytes(proof_page().html)
    with tab(devtools) as page:
        page.open(file.as_uri())
        page.until(READY)
        assert page.js(LOAD)
        yield page


def in_browser(page: Tab, data: bytes, key: str | None = SIGNER.public.x, head: str = "") -> dict[str, Any]:
    """What the module finds. key: that the reader trusts."""
    given = json.dumps({"keys": [key] if key else [], "head": head})
    found: dict[str, Any] = page.js(PROVE % (base64.b64encode(data).decode(), given))
    return found


def by_skald(data: bytes, key: str | None = SIGNER.public.x) -> tuple[str, int | None, int]:
    """(finding, broken version, broken line) of `skald verify`, as far as chain, dice and signature tell."""
    try:
        export = read_export(io.BytesIO(data))
    except ExportUnreadable as error:
        return "BROKEN", error.line - 1, error.line
    found = verify(REGISTRY, export, keys=None if key is None else [PublicKey(key)])
    told = [found.verdicts[name] for name in ("chain", "dice", "signature") if name in found.verdicts]
    broken = min((one.version or 0 for one in told if one.state == "BROKEN"), default=None)
    return ("BROKEN" if broken is not None else "SIGNED" if found.signed else "CONSISTENT"), broken, 0


def lines_of(entries: list[Entry], seat: str | None = None) -> Lines:
    return list(export_lines(entries, BOOK, seat, SIGNER.sign))


@pytest.fixture(scope="module")
def fight() -> list[Entry]:
    """A seeded fight that has ended."""
    return stream(seed=3)


# -- what is genuine
def test_the_vectors_of_the_guide_hold(proof: Tab) -> None:
    """Those that Python and the checking program are tried with."""
    given = json.dumps(VECTORS)
    told = proof.js(f"""(async () => {{
        const v = {given}, s = v.signature, wrong = [];
        const same = (name, a, b) => {{ if (a !== b) wrong.push(`${{name}}: ${{a}} is not ${{b}}`); }};
        same('digest', await own.digestOf(v.digest.salt, v.digest.secret), v.digest.digest);
        for (const one of v.chain) same('chain', await own.linkOf(one.before, one.public, one.digest), one.hash);
        same('commitment', await own.commitmentOf(v.commitment.secret), v.commitment.commitment);
        for (const {{ added, stirred }} of v.stirred) same('stirred', await own.stirredOf(added), stirred);
        for (const {{ secret, encounter, version, die, sides, stirred, face }} of v.faces)
            same('face', await own.faceOf(secret, encounter, version, die, sides, stirred), face);
        same('key', await own.keyIdOf(s.x), s.key);
        same('signed', await own.isSigned(s.x, s, s.value), true);
        same('another head', await own.isSigned(s.x, {{ ...s, version: s.version + 1 }}, s.value), false);
        same('padded', await own.isSigned(s.x, s, `${{s.value}}==`), false);
        same('no key', await own.isSigned('AAAA', s, s.value), false);
        return wrong;
    }})()""")
    assert told == []


def test_every_recorded_fight_is_consistent(proof: Tab) -> None:
    """All games, and each roll is counted once."""
    files = sorted(FIGHTS.glob("*.ndjson"))
    assert len(files) > 50
    for file in files:
        data = file.read_bytes()
        found = in_browser(proof, data, None)
        rolls = sum(data.count(b'"type":"%s"' % kind) for kind in (b"DiceRolled", b"Drawn"))
        assert (found["state"], found["at"]) == ("CONSISTENT", None), file.name
        assert found["events"] == data.count(b"\n") - 1
        assert 0 < found["proven"] + found["typed"] + found["left"] + (not rolls) <= max(rolls, 1), file.name


@pytest.mark.parametrize("seat", [None, "gm", "ana", "eve"])
def test_a_signed_file_is_proven_by_its_key_alone(proof: Tab, fight: list[Entry], seat: str | None) -> None:
    """Without a key it is consistent only; by another key too, and that is said."""
    data = b"".join(lines_of(fight, seat))
    found = in_browser(proof, data)
    rolls = len(versions_of(fight, "DiceRolled")) + len(versions_of(fight, "Drawn"))
    assert (found["state"], found["key"]) == ("SIGNED", SIGNER.public.id)
    assert (found["proven"], found["typed"], found["left"]) == (rolls, 0, 0)
    assert in_browser(proof, data, Signer(bytes(32)).public.x)["state"] == "UNSIGNED"
    assert in_browser(proof, data, None)["state"] == "CONSISTENT"
    kept = in_browser(proof, data, None, fight[6].hash)
    assert (kept["state"], kept["kept"]) == ("KEPT", 7)
    lost = in_browser(proof, data, None, "0" * 64)
    assert (lost["state"], lost["at"], lost["reason"]) == ("BROKEN", len(fight) + 1, "otherHead")


def test_what_is_not_proven_is_counted_apart(proof: Tab) -> None:
    """Typed dice, a running fight, a fork's parent, and hidden dice, which the game master alone can prove."""
    typed = stream(seed=3, typed_by=TypedBy(seats=("ana",)))
    said = sum(b'"typed":true' in (entry.secret or entry.public) for entry in typed)
    for seat in (None, "ana", "eve"):
        found = in_browser(proof, b"".join(lines_of(typed, seat)))
        assert (found["state"], found["typed"], found["left"]) == ("SIGNED", said, 0)
    running = in_browser(proof, b"".join(lines_of(stream(seed=3, ended=False))))
    assert (running["state"], running["proven"]) == ("SIGNED", 0)
    assert running["left"] > 0
    assert in_browser(proof, b"".join(lines_of(stream(seed=2, fork=True))))["left"] > 0
    sly = asyncio.run(sly_fight())
    whole, player = (in_browser(proof, b"".join(lines_of(sly, seat))) for seat in (None, "ana"))
    assert whole["proven"] > player["proven"]
    assert (whole["left"], player["left"]) == (0, 0)


# -- what is forged
def edited(lines: Lines, at: int, old: bytes, new: bytes) -> Lines:
    assert old in lines[at], lines[at]
    return [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]


def headed(lines: Lines, **more: Any) -> Lines:
    return [line_of({**json.loads(lines[0]), **more}), *lines[1:]]


def forgeries(fight: list[Entry]) -> dict[str, Lines]:
    """By what was done."""
    lines = lines_of(fight)
    roll, other_roll = versions_of(fight, "DiceRolled")[4], versions_of(fight, "DiceRolled")[9]
    wound = versions_of(fight, "VitalChanged")[0]
    header = json.loads(lines[0])
    last = len(fight)

    def anew(version: int, change: Callable[[dict[str, Any]], Any]) -> Lines:
        """With all hashes from there on made anew, and signed by nobody."""
        return headed(list(export_lines(forged(fight, version, change), BOOK, None)))

    def face(event: dict[str, Any]) -> None:
        event["data"]["faces"][0] = event["data"]["faces"][0] % 6 + 1

    return {
        "a wound is larger": edited(lines, wound, b'"change":-', b'"change":-1'),
        "a name is another": edited(lines, 1, b'"name":"', b'"name":"x'),
        "an event is gone": [*lines[:30], *lines[31:]],
        "an event stands twice": [*lines[:31], *lines[30:]],
        "two events have changed places": [*lines[:30], lines[31], lines[30], *lines[32:]],
        "the end is cut off": lines[:-3],
        "the end is cut off, and the header says so": headed(lines[:-3], version=last - 3, hash=fight[-4].hash),
        "the header names another hash": headed(lines, hash="0" * 64),
        "the header names a version too few": headed(lines, version=last - 1),
        "the header names another fight": headed(lines, encounter="another"),
        "the header names other rules": headed(lines, rules=99),
        "a face, with hashes made anew": anew(roll, face),
        "two faces": list(export_lines(forged(forged(fight, other_roll, face), roll, face), BOOK, None)),
        "a die of seven": anew(roll, lambda one: one["data"]["faces"].__setitem__(0, 7)),
        "a die more": anew(roll, lambda one: one["data"]["faces"].append(1)),
        "no die": anew(roll, lambda one: one["data"].update(dice="a die")),
        "a typed roll where nobody types": anew(roll, lambda one: one["data"].update(typed=True)),
        "another secret": anew(last, lambda one: one["data"].update(diceSecret="00" * 32)),
        "another hidden secret": anew(last, lambda one: one["data"].update(hiddenSecret="00" * 32)),
        "no secret": anew(last, lambda one: one["data"].update(diceSecret="")),
        "another commitment": anew(1, lambda one: one["data"].update(commitment="00" * 32)),
        "another chain": anew(1, lambda one: one["data"].update(chain="skald-chain-0")),
        "a time before the last": anew(20, lambda one: one.update(time="2001-01-01T00:00:00.000Z")),
        "no time": anew(20, lambda one: one.update(time="yesterday")),
        "a signature of another head": headed(
            lines, signature={"key": SIGNER.public.id, "value": SIGNER.sign(header["encounter"], Head(3, "00")).value}
        ),
        "no signature, by that name": headed(lines, signature={"key": SIGNER.public.id, "value": "no"}),
        "no events": lines[:1],
        "no header": lines[1:],
        "nothing": [],
    }


def test_forgeries_are_found_where_skald_finds_them(proof: Tab, fight: list[Entry]) -> None:
    """The same finding, at the same version or line; and nothing forged is signed."""
    cases = forgeries(fight)
    assert len(cases) >= 20
    broken = set()
    for name, lines in cases.items():
        data = b"".join(lines)
        found, expected = in_browser(proof, data), by_skald(data)
        assert found["state"] != "SIGNED", name
        state = "CONSISTENT" if found["state"] == "UNSIGNED" else found["state"]
        assert (state, found["at"], found["line"]) == expected, (name, found)
        broken.add(found["reason"])
    assert len(broken) > 12, "they break for many reasons"


def test_a_seats_file_that_is_forged_is_found_too(proof: Tab, fight: list[Entry]) -> None:
    """Also what a whole file may not have, and the other way round."""
    lines = lines_of(fight, "ana")
    hidden = next(at for at, line in enumerate(lines) if b'"digest":' in line)
    shown = next(at for at, line in enumerate(lines) if b'"salt":' in line)
    for name, other in {
        "a digest": edited(lines, hidden, b'"digest":"', b'"digest":"0'),
        "a salt": edited(lines, shown, b'"salt":"', b'"salt":"0'),
        "another seat": headed(lines, seat="nobody"),
        "a whole one": headed(lines, seat=None),
        "a whole one for a seat": headed(lines_of(fight), seat="ana"),
    }.items():
        data = b"".join(other)
        found = in_browser(proof, data)
        assert (found["state"], found["at"], found["line"]) == by_skald(data), name


@pytest.mark.parametrize("form", [*FORMS, *EDGES])
def test_another_byte_form_is_found_where_it_is(proof: Tab, fight: list[Entry], form: str) -> None:
    """At the header, the first event, in the middle and at the end."""
    lines = lines_of(fight)
    for seed, at in enumerate((0, 1, 7, len(lines) - 1)):
        if form in EDGES:
            other = EDGES[form](lines[at])
        else:
            other = FORMS[form](parsed(lines[at]), random.Random(f"{form} {seed + 1}")).encode() + b"\n"
        if other == lines[at]:
            continue
        data = b"".join([*lines[:at], other, *lines[at + 1 :]])
        found = in_browser(proof, data)
        assert (found["state"], found["at"], found["line"]) == by_skald(data), (form, at)


def test_large_numbers_are_read_as_they_are(proof: Tab, fight: list[Entry]) -> None:
    """A number that JavaScript rounds is that number; a fraction is none, as is half a character."""
    note = next(v for v in versions_of(fight, "VitalChanged"))
    exact = list(export_lines(forged(fight, note, lambda one: one["data"].update(change=-(2**53) - 1)), BOOK, None))
    found = in_browser(proof, b"".join(exact), None)
    assert (found["state"], found["at"]) == ("CONSISTENT", None), "it is the rules that would refuse it"
    for old, new in ((b'"version":%d' % note, b'"version":%d.5' % note), (b'"time":"', b'"time":"\\ud800')):
        lines = edited(exact, note, old, new)
        found = in_browser(proof, b"".join(lines), None)
        assert (found["state"], found["line"]) == ("BROKEN", note + 1)


# -- on a page
def say(page: Any, data: bytes) -> None:
    """Drop a file on the page."""
    assert page.js(DROP % base64.b64encode(data).decode())


def test_the_one_file_asks_nobody_and_says_what_it_finds(devtools: str, fight: list[Entry], tmp_path: Path) -> None:
    """Dropped on it: consistent only; with the key signed; forged, where it breaks. In the reader's language."""
    file = tmp_path / "skald-proof.html"
    file.write_bytes(proof_page().html)
    data = b"".join(lines_of(fight))
    with tab(devtools) as page:
        page.open(file.as_uri())
        page.until(READY)
        say(page, data)
        page.until("document.querySelector('.verdict.consistent')")
        assert "anybody could have made it" in page.text(".verdict")
        page.js("document.querySelector('.proof input').value = 'a key'")
        page.click(".proof form button")
        page.until("document.querySelector('.proof .refusal').textContent.includes('neither a key')")
        page.js(f"document.querySelector('.proof input').value = '{SIGNER.public.x}'")
        page.click(".proof form button")
        page.until("document.querySelector('.verdict.signed')")
        assert SIGNER.public.id in page.text(".verdict")
        say(page, b"".join(forgeries(fight)["a face, with hashes made anew"]))
        page.until("document.querySelector('.verdict.broken')")
        roll = versions_of(fight, "DiceRolled")[4]
        assert page.text(".verdict").startswith(f"Broken at version {roll}: these dice did not fall so")
        page.js("""(() => { const one = document.querySelector('select');
            one.value = 'fi'; one.dispatchEvent(new Event('change')); })()""")
        page.until("document.querySelector('h1').textContent === 'Todista taistelu'")
        assert {url.partition(":")[0] for url in page.asked} == {"file", "data"}
        assert page.complaints == []


def test_the_one_file_proves_in_firefox_too(fight: list[Entry], tmp_path: Path) -> None:
    """From disk, with the rules of its own for files there."""
    program = firefox()
    if program is None:
        pytest.skip("there is no Firefox on the PATH: install it to try the proof page in it")
    file = tmp_path / "skald-proof.html"
    file.write_bytes(proof_page().html)
    with window(program, tmp_path) as page:
        page.open(file.as_uri())
        page.until(READY)
        page.js(f"document.querySelector('.proof input').value = '{SIGNER.public.x}'")
        say(page, b"".join(lines_of(fight)))
        page.until("Boolean(document.querySelector('.verdict.signed'))")
        say(page, b"".join(forgeries(fight)["a wound is larger"]))
        page.until("Boolean(document.querySelector('.verdict.broken'))")


def ended(table: Table) -> bytes:
    """The whole file of a fight of this server that is over."""
    fight = bridge(table)
    for _ in range(6):
        fight.step()
    assert fight.act("gm", {"gm": {"end": {"reason": "enough"}}})["__typename"] == "Accepted"
    answer = table.get(f"/v1/encounters/{fight.id}/export", fight.tokens["gm"], accept="application/x-ndjson")
    return answer.content


def test_a_file_plays_and_is_proven_where_one_watches(page: Tab, table: Table) -> None:
    """Signed by this server; a forged one is shown where it breaks, and its film ends before that."""
    data = ended(table)
    page.call("Page.navigate", url=f"{table.url}/watch")
    page.until("document.querySelector('.file button')")
    say(page, data)
    page.until(
        "document.querySelector('.verdict.signed') && document.querySelector('.where')?.textContent.includes('/')"
    )
    last = data.count(b"\n") - 1
    page.until(f"document.querySelector('.where').textContent.endsWith('1 / {last}')")
    page.until("document.querySelector('.verdicts [data-state=PROVEN]')")
    page.key("End")
    page.until("document.querySelectorAll('#l-tokens > *').length === 2")
    assert page.complaints == []
    say(page, gzip.compress(data))
    page.until(
        "document.querySelector('.where')?.textContent.includes('/') && document.querySelector('.verdict.signed')"
    )
    say(page, gzip.compress(data)[:-20])
    page.until("document.querySelector('.said').textContent === 'This file cannot be unpacked.'")
    lines = data.splitlines(keepends=True)
    say(page, b"".join([*lines[:9], lines[9].replace(b'"time":"2', b'"time":"1'), *lines[10:]]))
    page.until("document.querySelector('.verdict.broken') && document.querySelector('.said').textContent")
    assert page.text(".verdict").startswith("Broken at version 9: ")
    assert page.text(".said") == "The film ends before version 9, where the file breaks."
    page.until("document.querySelector('.where').textContent.endsWith('1 / 8')")
    assert page.complaints == []


def nothing_is_proven(page: Tab, table: Table, url: str) -> None:
    """A file that is dropped on the page at this address of the service plays, and the proof page is handed out."""
    page.call("Page.navigate", url=f"{url}/watch")
    page.until("document.querySelector('.file button')")
    say(page, ended(table))
    page.until("document.querySelector('.proof:not([hidden]) a') && document.querySelector('.where')")
    assert "Nothing is proven here" in page.text(".proof")
    assert page.js("document.querySelector('.proof a').href") == f"{url}/proof.html"
    assert page.js("document.querySelector('.verdict.signed')") is None
    assert page.complaints == []


def test_without_cryptography_nothing_is_called_proven(page: Tab, table: Table) -> None:
    """As over plain http from another machine: the page says so, and hands out the one file."""
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        source="Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });",
    )
    nothing_is_proven(page, table, table.url)
    assert table.get("/proof.html").content == proof_page().html
