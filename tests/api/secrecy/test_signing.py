"""The server's signature: its keys published, every head and every export signed, files checked offline."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from api.cli import main
from api.config import ConfigError, Settings, from_environment
from api.hosting.wiring import known_signer, make_signer
from engine.service.proof.export import export_lines, read_export
from engine.service.proof.signing import PublicKey, Signer, judge_signature, message, read_key
from engine.store.chain import ALGORITHM
from engine.store.port import Entry, Head
from engine.store.server import PrivateServer
from tests.api.fights import Bridge, bridge
from tests.api.table import ADMIN, Table, serving
from tests.support.fights.played import BOOK, forged, stream
from tests.support.processes.terminal import skald

KEYS = "{ signingKeys { kty crv alg use kid x } }"
RECEIPT = (
    """query R($id: ID!, $at: Int) { encounter(id: $id, at: $at) { id version headHash signature { key value } } }"""
)
ACT = """mutation A($input: SubmitInput!) { submit(input: $input) {
  ... on Accepted { encounter { version headHash signature { key value } } } } }"""
PAUSE: dict[str, Any] = {"gm": {"pause": {}}}
D = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
SIGNER = Signer(bytes(range(32)))


def published(table: Table) -> dict[str, PublicKey]:
    """The keys by their ids, as anybody gets them, without a token."""
    answer = table.get("/.well-known/jwks.json")
    assert answer.status_code == 200
    assert "max-age" in answer.headers["cache-control"]
    keys = answer.json()["keys"]
    assert keys == table.data(KEYS)["signingKeys"]
    for one in keys:
        assert {**one, "x": "", "kid": ""} == {
            "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "x": "", "kid": ""
        }  # fmt: skip
        assert PublicKey(one["x"]).id == one["kid"]
    return {one["kid"]: PublicKey.read(one["x"]) for one in keys}


def vouched(fight: Bridge, told: dict[str, Any]) -> bool:
    """Whether the signature of an encounter, as it was answered, is the server's for this head."""
    key = published(fight.table)[told["signature"]["key"]]
    head = Head(told["version"], told["headHash"])
    return key.signed(message(ALGORITHM, fight.id, head), told["signature"]["value"])


def test_every_answer_with_a_fight_is_a_receipt(fight: Bridge) -> None:
    """By GraphQL and REST, for every seat and the operator, now and of a past version, in answers to orders too."""
    for token in (*fight.tokens.values(), ADMIN):
        for at in (None, 2):
            told = fight.table.data(RECEIPT, token, id=fight.id, at=at)["encounter"]
            assert vouched(fight, told)
            rest = fight.table.get(f"/v1/encounters/{fight.id}{f'?at={at}' if at else ''}", token).json()
            assert rest["signature"] == told["signature"]
    done = fight.table.data(ACT, fight.tokens["gm"], input={"encounter": fight.id, "command": PAUSE})["submit"]
    assert vouched(fight, done["encounter"])
    assert not vouched(fight, {**done["encounter"], "version": 3})


@pytest.mark.parametrize("seat", ["gm", "ana", "eve", None])
def test_every_export_is_signed(fight: Bridge, seat: str | None) -> None:
    data = fight.table.get(f"/v1/encounters/{fight.id}/export", fight.tokens[seat] if seat else ADMIN).content
    verdict = judge_signature(read_export(io.BytesIO(data)), published(fight.table).values())
    assert verdict.state == "PROVEN", verdict
    assert data == fight.table.get(f"/v1/encounters/{fight.id}/export", fight.tokens[seat] if seat else ADMIN).content


# -- keys of a server
def test_a_key_is_made_once_and_kept(tmp_path: Path) -> None:
    """Readable by its owner alone; another one by setting, and one that is none is named."""
    settings = Settings(data=tmp_path / "data")
    assert known_signer(settings) is None
    assert not settings.data.exists()
    first = make_signer(settings).public
    kept = settings.data / "signing-key"
    assert kept.stat().st_mode & 0o077 == 0
    assert make_signer(settings).public == first
    known = known_signer(settings)
    assert known is not None
    assert known.public == first
    assert make_signer(Settings(data=tmp_path, signing_key=D)).public != first
    kept.write_text("k" * 50)
    with pytest.raises(ConfigError, match="signing-key cannot be used: a key is 32 bytes"):
        make_signer(settings)
    for name in ("SIGNING_KEY", "RETIRED_KEYS"):
        with pytest.raises(ConfigError, match=f"SKALD_{name} cannot be used"):
            make_signer(from_environment({"SKALD_DATA": str(tmp_path), f"SKALD_{name}": "short,longer"}))


def test_a_new_key_is_published_before_those_it_replaced(server: PrivateServer, tmp_path: Path) -> None:
    """What the old one signed is still known to be the server's."""
    with serving(server.url, tmp_path) as table:
        (old,) = published(table).values()
        data = table.get(f"/v1/encounters/{(fight := bridge(table)).id}/export", fight.tokens["ana"]).content
    with serving(server.url, tmp_path, {"signing_key": D, "retired_keys": (old.x,)}) as table:
        keys = published(table)
        assert list(keys.values()) == [make_signer(Settings(data=tmp_path, signing_key=D)).public, old]
        assert judge_signature(read_export(io.BytesIO(data)), keys.values()).state == "PROVEN"
        anew = table.get(f"/v1/encounters/{fight.id}/export", fight.tokens["ana"]).content
        assert json.loads(anew.split(b"\n")[0])["signature"]["key"] == next(iter(keys))
        assert anew.split(b"\n", 1)[1] == data.split(b"\n", 1)[1]


def test_the_key_is_never_printed(tmp_path: Path) -> None:
    ran = skald("serve", "--print-config", folder=tmp_path, SKALD_SIGNING_KEY=D)
    assert "SKALD_SIGNING_KEY=(set)" in ran.stdout.splitlines()
    assert D not in ran.stdout + ran.stderr


# -- verify --key, --head
@pytest.fixture(scope="module")
def ended() -> list[Entry]:
    """A seeded fight that has ended."""
    return stream(seed=3)


@pytest.fixture(scope="module")
def files(ended: list[Entry], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files: signed, unsigned, forged, a player's, of another key; and key sets."""
    folder = tmp_path_factory.mktemp("files")
    later = ended
    for version in range(1, len(ended) + 1):
        later = forged(later, version, lambda event: event.update(time="2020" + event["time"][4:]))
    for name, entries, seat, sign in (
        ("signed", ended, None, SIGNER.sign),
        ("unsigned", ended, None, None),
        ("anas", ended, "ana", SIGNER.sign),
        ("strange", ended, None, Signer(bytes(32)).sign),
        ("other-times", later, None, lambda encounter, head: SIGNER.sign(encounter, Head(len(ended), ended[-1].hash))),
    ):
        (folder / name).write_bytes(b"".join(export_lines(entries, BOOK, seat, sign)))
    key = {"kty": "OKP", "crv": "Ed25519", "x": SIGNER.public.x}
    (folder / "keys.json").write_text(json.dumps({"keys": [{**key, "x": Signer(b"x" * 32).public.x}, key]}))
    (folder / "key.json").write_text(json.dumps(key))
    (folder / "no.json").write_text('{"keys": [{"kty": "RSA"}]}')
    return folder


@pytest.mark.parametrize(
    ("name", "options", "code", "says"),
    [
        ("signed", ["--key", SIGNER.public.x], 0, f"\nSIGNED by {SIGNER.public.id}\n"),
        ("signed", ["--key", "{keys.json}"], 0, "\nSIGNED by "),
        ("signed", ["--key", "{key.json}"], 0, "is signed by the key"),
        ("signed", [], 4, "give it as --key"),
        ("signed", [], 4, "\nCONSISTENT: anybody could have made it\n"),
        ("signed", ["--head", "{head}"], 5, "\nMATCHES the head you kept, version {last} of {last}\n"),
        ("signed", ["--head", "{tenth}"], 5, "of {last}: what comes after it anybody could have made\n"),
        (
            "signed",
            ["--head", "{tenth}", "--key", "{key.json}"],
            0,
            "and MATCHES the head you kept, version 10 of {last}\n",
        ),
        ("signed", ["--head", "0" * 64, "--key", "{key.json}"], 1, "no event has the head you know"),
        ("strange", ["--head", "{head}", "--key", "{key.json}"], 3, "{last}, but NOT SIGNED by the key you gave\n"),
        ("signed", ["--head", "0" * 64], 1, "no event has the head you know"),
        ("unsigned", ["--key", SIGNER.public.x], 3, "this file is not signed"),
        (
            "unsigned",
            ["--key", SIGNER.public.x],
            3,
            "\nCONSISTENT: anybody could have made it, but NOT SIGNED by the key",
        ),
        ("unsigned", [], 4, "\nCONSISTENT: "),
        ("strange", ["--key", SIGNER.public.x], 3, "signed by another key"),
        ("strange", ["--key", Signer(bytes(32)).public.x], 0, "\nSIGNED by "),
        ("anas", ["--key", SIGNER.public.x], 0, f"\nSIGNED by {SIGNER.public.id}; not computed again: replay\n"),
        ("anas", [], 4, "\nCONSISTENT: anybody could have made it; not computed again: replay\n"),
        ("other-times", [], 4, "\nCONSISTENT: "),
        ("other-times", ["--key", SIGNER.public.x], 1, "has signed another head than this one"),
        ("other-times", ["--head", "{head}"], 1, "BROKEN at version"),
        ("signed", ["--key", "hello"], 2, "a key is 32 bytes in base64"),
        ("signed", ["--key", "{no.json}"], 2, "--key is a public key, or a file"),
        ("signed", ["--key", "{signed}"], 2, "--key is a public key, or a file"),
    ],
)
def test_verify_checks_signatures_and_heads_offline(
    files: Path,
    ended: list[Entry],
    capsys: pytest.CaptureFixture[str],
    name: str,
    options: list[str],
    code: int,
    says: str,
) -> None:
    """0 signed, 1 broken, 2 unreadable, 3 not signed by that key, 4 consistent, 5 the head you kept; words for each."""
    named = {f"{{{file.name}}}": str(file) for file in files.iterdir()}
    named |= {"{head}": ended[-1].hash, "{tenth}": ended[9].hash}
    says = says.replace("{last}", str(len(ended)))
    done = main(["verify", str(files / name), *(named.get(option, option) for option in options)])
    said = capsys.readouterr()
    assert (done, says in said.out + said.err) == (code, True), said


def test_an_export_from_the_command_line_is_signed_where_there_is_a_key(files: Path, tmp_path: Path) -> None:
    """Without one it says so, and makes none: nobody would publish it."""
    encounter = skald("import", files / "unsigned", folder=tmp_path).stdout.splitlines()[0]
    ran = skald("export", encounter, folder=tmp_path)
    assert ran.stdout.encode() == (files / "unsigned").read_bytes()
    assert "the file is not signed" in ran.stderr
    ran = skald("export", encounter, folder=tmp_path, SKALD_SIGNING_KEY=D)
    assert json.loads(ran.stdout.splitlines()[0])["signature"]["key"] == Signer(read_key(D)).public.id
    assert "not signed" not in ran.stderr
