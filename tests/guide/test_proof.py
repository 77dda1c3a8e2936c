"""The page on checking a fight yourself is enough: its vectors hold, in Python and in a program written from it."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.kernel.playing.dice import commitment, derive, entropy_digest
from engine.kernel.state.stored.codec import canonical
from engine.kernel.state.typed_by import TypedBy
from engine.service.proof.export import export_lines
from engine.service.proof.signing import PublicKey, Signer, message
from engine.store.chain import digest, link
from engine.store.port import Entry, Head
from tests.guide.blocks import GUIDE, blocks
from tests.service.test_audit_games import sly_fight
from tests.support.amounts import PATIENCE
from tests.support.contract.mutations import line_of
from tests.support.contract.rewriting import EDGES, FORMS, parsed
from tests.support.fights.played import BOOK, forged, stream, versions_of

CHECK = GUIDE.parent / "examples" / "check.mjs"
SIGNER = Signer(bytes(range(32)))
(VECTORS,) = (json.loads(b.text) for b in blocks(GUIDE / "proof.md") if b.words == ("json", "vectors"))
KINDS = ("canonical", "digest", "chain", "commitment", "stirred", "faces", "signature")


def test_the_vectors_are_what_skald_computes() -> None:
    """Those of each kind; none of them was left out."""
    assert tuple(VECTORS) == KINDS
    for one in VECTORS["canonical"]:
        assert canonical(one["value"]).decode() == one["json"]
    hidden = VECTORS["digest"]
    assert digest(hidden["salt"], canonical(hidden["secret"])) == hidden["digest"]
    for one in VECTORS["chain"]:
        assert link(one["before"], canonical(one["public"]), one["digest"]) == one["hash"]
    assert commitment(VECTORS["commitment"]["secret"]) == VECTORS["commitment"]["commitment"]
    for one in VECTORS["stirred"]:
        assert entropy_digest(one["added"]) == one["stirred"]
    for one in VECTORS["faces"]:
        face = derive(one["secret"], one["encounter"], one["version"], one["die"], one["sides"], one["stirred"])
        assert face == one["face"]
    told = VECTORS["signature"]
    key = PublicKey.read(told["x"])
    assert key.id == told["key"]
    assert key.signed(message(told["chain"], told["encounter"], Head(told["version"], told["hash"])), told["value"])


# -- the program that was written from the page
@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("there is no Node on the PATH: install it to try the check in JavaScript")
    return found


TRY = """
import * as own from '%s';
const same = (a, b) => { if (a !== b) throw new Error(`${a} is not ${b}`); };
const v = JSON.parse(process.argv[1]), s = v.signature;
for (const { value, json } of v.canonical) same(own.canonical(value), json);
same(own.digest(v.digest.salt, v.digest.secret), v.digest.digest);
for (const one of v.chain) same(own.link(one.before, one.public, one.digest), one.hash);
same(own.commitment(v.commitment.secret), v.commitment.commitment);
for (const { added, stirred } of v.stirred) same(own.stir(added), stirred);
for (const f of v.faces) same(own.face(f.secret, f.encounter, f.version, f.die, f.sides, f.stirred), f.face);
same(own.keyId(s.x), s.key);
same(own.signed(s.x, s.chain, s.encounter, s.version, s.hash, s.value), true);
same(own.signed(s.x, s.chain, s.encounter, s.version + 1, s.hash, s.value), false);
"""


def test_the_vectors_are_what_another_language_computes(node: str) -> None:
    """With the functions of the program; and a vector that is changed is noticed."""

    def tried(vectors: Any) -> int:
        words = [node, "--input-type=module", "-e", TRY % CHECK.as_uri(), json.dumps(vectors)]
        return subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False).returncode

    assert tried(VECTORS) == 0
    faces = [{**VECTORS["faces"][0], "face": 5}]
    assert tried({**VECTORS, "faces": faces}) == 1


def checked(node: str, path: Path, *words: str) -> tuple[int, str]:
    done = subprocess.run([node, CHECK, path, *words], capture_output=True, timeout=PATIENCE, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout.decode()


def write(path: Path, entries: list[Entry], seat: str | None = None, signer: Signer = SIGNER) -> Path:
    path.write_bytes(b"".join(export_lines(entries, BOOK, seat, signer.sign)))
    return path


@pytest.fixture(scope="module")
def fight() -> list[Entry]:
    return stream(seed=3)


@pytest.mark.parametrize("seat", [None, "gm", "ana", "eve"])
def test_an_export_is_proven_in_another_language(
    node: str, fight: list[Entry], seat: str | None, tmp_path: Path
) -> None:
    """Whole, and what each seat may keep: chain, commitments, every face and the signature."""
    code, said = checked(node, write(tmp_path / "fight", fight, seat), SIGNER.public.x)
    assert (code, said.splitlines()[-1]) == (0, f"SIGNED by {SIGNER.public.id}"), said
    rolls = len(versions_of(fight, "DiceRolled")) + len(versions_of(fight, "Drawn"))
    assert f"{rolls} rolls proven, 0 typed by people, 0 not" in said
    code, said = checked(node, tmp_path / "fight", Signer(bytes(32)).public.x)
    assert (code, said.splitlines()[-1]) == (
        3,
        "CONSISTENT: anybody could have made it, but NOT SIGNED by the key you gave",
    )
    assert checked(node, tmp_path / "fight")[0] == 4


async def test_hidden_dice_are_proven_to_whom_they_are_told(node: str, tmp_path: Path) -> None:
    """By the open secret or the hidden one, in the whole file and the GM's; a player does not even count them."""
    entries = await sly_fight()
    rolls = versions_of(entries, "DiceRolled") + versions_of(entries, "Drawn")
    for seat in (None, "gm", "ana"):
        code, said = checked(node, write(tmp_path / "fight", entries, seat))
        seen = [v for v in rolls if seat != "ana" or b'"type"' in entries[v - 1].public]
        assert (code, said.splitlines()[0]) == (
            4,
            f"{len(entries)} events, {len(seen)} rolls proven, 0 typed by people, 0 not",
        )

    created, ended = (msgspec.json.decode(entry.secret or entry.public)["data"] for entry in (entries[0], entries[-1]))
    secrets = (ended["diceSecret"], ended["hiddenSecret"])

    def another(event: dict[str, Any]) -> None:
        """A face that follows from neither secret: a hidden roll may use either, so either face is in order."""
        if "data" in event:
            data, sides = event["data"], int(event["data"]["dice"].split("d")[1])
            falls = {derive(secret, created["encounter"], event["version"], 0, sides) for secret in secrets}
            data["faces"][0] = next(face for face in range(1, sides + 1) if face not in falls)

    hidden = [v for v in versions_of(entries, "DiceRolled") if entries[v - 1].secret is not None]
    for version in hidden:
        other = forged(entries, version, another)
        code, said = checked(node, write(tmp_path / "forged", other))
        assert (code, said) == (1, f"BROKEN at version {version}: these dice did not fall so\n")


def test_what_other_fights_prove_is_told_apart(node: str, tmp_path: Path) -> None:
    """Running, forked, of a given seed, typed."""
    for entries, all_of_it in (
        (stream(seed=3, ended=False), False),
        (stream(seed=2, fork=True), False),
        (stream(dice="OPEN", ended=False), True),
    ):
        code, said = checked(node, write(tmp_path / "fight", entries))
        assert (code, "rolls proven, 0 typed by people, 0 not" in said) == (4, all_of_it)
    entries = stream(dice="PHYSICAL")
    rolls = len(versions_of(entries, "DiceRolled")) + len(versions_of(entries, "Drawn"))
    code, said = checked(node, write(tmp_path / "fight", entries))
    assert (code, f" 0 rolls proven, {rolls} typed by people, 0 not" in said) == (4, True)


def test_of_mixed_dice_the_servers_are_proven_in_another_language(node: str, tmp_path: Path) -> None:
    """Whole and as each seat has it; a roll is not called typed where nobody types, nor `typed: false` anywhere."""
    entries = stream(seed=3, typed_by=TypedBy(seats=("ana",)))
    rolls = versions_of(entries, "DiceRolled")
    typed = [v for v in rolls if b'"typed":true' in (entries[v - 1].secret or entries[v - 1].public)]
    proven = len(rolls) + len(versions_of(entries, "Drawn")) - len(typed)
    assert typed
    for seat in (None, "gm", "ana", "eve"):
        code, said = checked(node, write(tmp_path / "fight", entries, seat), SIGNER.public.x)
        assert (code, f" {proven} rolls proven, {len(typed)} typed by people, 0 not" in said) == (0, True), said

    def says(value: Any) -> Any:
        return lambda event: event["data"].update(typed=value)

    nobody = stream(seed=3)
    roll = versions_of(nobody, "DiceRolled")[2]
    server = next(v for v in rolls if v not in typed)
    for forgery, at in (
        (forged(nobody, roll, says(True)), roll),
        (forged(entries, server, says(False)), server),
        (forged(entries, typed[0], says(None)), typed[0]),
        (forged(entries, 1, lambda event: event["data"].update(typedBy={"seats": [], "sides": []})), typed[0]),
    ):
        for seat in (None, "eve"):
            code, said = checked(node, write(tmp_path / "forged", forgery, seat))
            assert (code, said.partition(":")[0]) == (1, f"BROKEN at version {at}")


@pytest.mark.parametrize("form", [*FORMS, *EDGES])
def test_another_byte_form_is_located_in_another_language(
    node: str, fight: list[Entry], form: str, tmp_path: Path
) -> None:
    """As Skald itself finds it: see service/proof/test_byte_form.py. The header is line 0 of the chain."""
    lines = write(tmp_path / "fight", fight).read_bytes().splitlines(keepends=True)
    for seed, at in enumerate((0, 1, 7, len(lines) - 1)):
        other = [*lines]
        if form in EDGES:
            other[at] = EDGES[form](lines[at])
        else:
            other[at] = FORMS[form](parsed(lines[at]), random.Random(f"{form} {seed + 1}")).encode() + b"\n"
        if other == lines:
            continue
        (tmp_path / "other").write_bytes(b"".join(other))
        code, said = checked(node, tmp_path / "other", SIGNER.public.x)
        assert code == 1
        assert re.match(rf"BROKEN at version ({at}|{at + 1}): ", said), said


def test_a_forgery_is_located_in_another_language(node: str, fight: list[Entry], tmp_path: Path) -> None:
    """An edit, a loss, a face with hashes made anew, another secret, a signature of another head."""
    lines = write(tmp_path / "fight", fight).read_bytes().splitlines(keepends=True)
    version = versions_of(fight, "VitalChanged")[0]
    edited = [*lines]
    edited[version] = edited[version].replace(b'"change":-', b'"change":-1')
    assert edited != lines
    (tmp_path / "edited").write_bytes(b"".join(edited))
    (tmp_path / "shorter").write_bytes(b"".join([*lines[:30], *lines[31:]]))
    (tmp_path / "cut").write_bytes(b"".join(lines[:-3]))
    roll = versions_of(fight, "DiceRolled")[4]
    face = forged(fight, roll, lambda e: e["data"]["faces"].__setitem__(0, e["data"]["faces"][0] % 6 + 1))
    secret = forged(fight, len(fight), lambda e: e["data"].update(diceSecret="00" * 32))
    cases = {
        "edited": (tmp_path / "edited", version),
        "shorter": (tmp_path / "shorter", 30),
        "cut": (tmp_path / "cut", len(fight) - 3),
        "face": (write(tmp_path / "face", face), roll),
        "secret": (write(tmp_path / "secret", secret), len(fight)),
    }
    for name, (path, broken) in cases.items():
        code, said = checked(node, path)
        assert (code, said.partition(":")[0]) == (1, f"BROKEN at version {broken}"), name
    head = json.loads(lines[0])
    head["signature"]["value"] = SIGNER.sign(head["encounter"], Head(3, "00" * 32)).value
    (tmp_path / "other").write_bytes(b"".join([line_of(head), *lines[1:]]))
    assert checked(node, tmp_path / "other", SIGNER.public.x)[0] == 1


def test_the_program_is_small_and_needs_nothing() -> None:
    """It is an example of how little it takes."""
    text = CHECK.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 135
    assert {line.split("'")[1].split(":")[0] for line in text.splitlines() if line.startswith("import ")} == {"node"}
