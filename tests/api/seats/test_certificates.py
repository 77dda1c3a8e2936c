"""`skald certify` and `skald verify --certificate`: who vouches that a fight plays again, and what does not fit."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.cli import main
from engine.kernel.authoring.rulebook import Rulebook
from engine.service.proof.export import export_lines
from engine.service.proof.signing import PublicKey, Signer, read_key
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.store.port import Entry
from tests.support.fights.played import forged, versions_of
from tests.support.processes.terminal import skald
from tests.support.toys.edition import First, Newest, begun, strike, upgraded

SIGNING = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
KEY = Signer(read_key(SIGNING)).public.x
OTHER = Signer(bytes(32)).public.x


BOOK: Rulebook[Any] = Rulebook(First())
FIRST, NEWEST = Registry([BOOK]), Registry([Rulebook(Newest())])
PLAYED = Path(__file__).parents[2] / "recordings" / "fights" / "surrendered.ndjson"


async def played() -> list[Entry]:
    """A fight of three blows, to its end."""
    service = upgraded(MemoryStore(), First())
    id = await begun(service)
    for _ in range(3):
        await strike(service, id)
    await service.submit(id, "gm", {"gm": {"end": {"reason": "tea"}}})
    return (await service.entries(id))[1]


@pytest.fixture(scope="module")
def ended() -> list[Entry]:
    return asyncio.run(played())


@pytest.fixture(scope="module")
def files(ended: list[Entry], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A fight: whole, its first half, signed, as Ana sees it, with a changed figure; and another one. Certificates."""
    folder = tmp_path_factory.mktemp("files")
    half = ended[: versions_of(ended, "CommandEnded")[2]]
    wounded = forged(ended, versions_of(ended, "DiceRolled")[0], lambda event: event["data"].update(why="luck"))
    for name, entries, seat, sign in (
        ("whole", ended, None, None),
        ("signed", ended, None, Signer(read_key(SIGNING)).sign),
        ("half", half, None, None),
        ("ana", ended, "ana", None),
        ("wounded", wounded, None, None),
        ("another", asyncio.run(played()), None, None),
    ):
        (folder / name).write_bytes(b"".join(export_lines(entries, BOOK, seat, sign)))
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        patched.setenv("SKALD_SIGNING_KEY", SIGNING)
        patched.setattr(Registry, "installed", classmethod(lambda cls: FIRST))
        for name in ("whole", "half", "another"):
            assert main(["certify", name, "-o", f"{name}.json"]) == 0
        yield folder


@pytest.fixture
def folder(files: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The folder of the files, with a key to sign by, and nothing printed yet."""
    capsys.readouterr()
    return files


def changed(folder: Path, **members: Any) -> str:
    """The certificate of the whole fight with other members, still with its signature."""
    told = json.loads((folder / "whole.json").read_bytes())
    (folder / "changed.json").write_text(json.dumps({**told, **members}))
    return "changed.json"


def test_a_certificate_says_what_plays_again_and_who_says_so(folder: Path, ended: list[Entry]) -> None:
    """Of the fight, its head, the versions of its rules and of Skald, and a time; nothing of what has happened."""
    told = json.loads((folder / "whole.json").read_bytes())
    assert list(told) == [
        "certificate", "encounter", "system", "version", "hash", "rules", "skald", "time", "says", "signature",
    ]  # fmt: skip
    assert (told["version"], told["hash"], told["rules"]) == (len(ended), ended[-1].hash, BOOK.system.version)
    assert told["says"] == "plays again to this head"
    assert told["signature"]["key"] == PublicKey(KEY).id


@pytest.mark.parametrize(
    ("name", "certificate", "keys", "code", "says"),
    [
        ("whole", "whole", [KEY], 0, "\nCERTIFIED to play again to version {last}\n"),
        ("signed", "whole", [KEY], 0, "has played it again to version {last}"),
        ("whole", "half", [KEY], 5, "of {last}: what comes after it anybody could have made"),
        ("whole", "whole", [OTHER], 3, "signed by another key: it names"),
        ("whole", "whole", [], 4, "give that key as well"),
        ("half", "whole", [KEY], 1, "the file was cut, or the certificate changed"),
        ("another", "whole", [KEY], 1, "another fight than this one"),
        ("wounded", "whole", [KEY], 1, "names another head at version {last}"),
        ("ana", "whole", [KEY], 0, "not computed again: replay, which the certificate vouches for"),
    ],
)
def test_verify_says_what_a_certificate_is_worth(
    folder: Path,
    ended: list[Entry],
    capsys: pytest.CaptureFixture[str],
    name: str,
    certificate: str,
    keys: list[str],
    code: int,
    says: str,
) -> None:
    """0 certified whole, 5 in part, 3 by another key, 4 unchecked, 1 where it does not fit."""
    given = [word for key in keys for word in ("--key", key)]
    done = main(["verify", name, "--certificate", f"{certificate}.json", *given])
    said = capsys.readouterr()
    assert (done, says.replace("{last}", str(len(ended))) in said.out + said.err) == (code, True), said


@pytest.mark.parametrize(
    ("members", "code", "says"),
    [
        ({"rules": 7}, 1, "the certificate names version 7 of the rules, the file plays 1"),
        ({"hash": "ab" * 32}, 1, "names another head"),
        ({"version": 10**6}, 1, "the file was cut, or the certificate changed"),
        ({"version": -1}, 1, "the file was cut, or the certificate changed"),
        ({"time": "2020-01-01T00:00:00.000Z"}, 1, "has not signed this certificate: it was changed"),
        ({"skald": "99"}, 1, "has not signed this certificate: it was changed"),
        ({"signature": {"key": PublicKey(KEY).id, "value": "é"}}, 1, "has not signed this certificate"),
        ({"says": "was played by saints"}, 2, "this is no certificate, or only a part of one"),
        ({"more": 1}, 2, "this is no certificate, or only a part of one"),
        ({"encounter": "x" * 5000}, 2, "it is longer than 4096 bytes"),
    ],
)
def test_a_changed_certificate_is_found(
    folder: Path, capsys: pytest.CaptureFixture[str], members: dict[str, Any], code: int, says: str
) -> None:
    """Whatever was changed, and in words what."""
    done = main(["verify", "whole", "--key", KEY, "--certificate", changed(folder, **members)])
    said = capsys.readouterr()
    assert (done, says in said.out + said.err) == (code, True), said


def test_a_certificate_that_was_cut_is_unreadable(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At any byte before its last bracket."""
    whole = (folder / "whole.json").read_bytes()
    for length in (0, 1, len(whole) // 2, len(whole) - 2):
        (folder / "cut.json").write_bytes(whole[:length])
        assert main(["verify", "whole", "--key", KEY, "--certificate", "cut.json"]) == 2
        assert "only a part of one" in capsys.readouterr().err


def test_what_does_not_play_again_is_not_signed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed figure, what a seat sees, and where there is no key."""
    for name, why in (
        ("wounded", "it does not play again: replay is broken at version"),
        ("ana", "only the whole of it plays again"),
    ):
        capsys.readouterr()
        assert main(["certify", name]) == 1
        printed = capsys.readouterr()
        assert printed.out == ""
        assert why in printed.err


def test_without_a_key_nothing_is_certified(tmp_path: Path) -> None:
    """And none is made: nobody would publish it."""
    ran = skald("certify", PLAYED, folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "there is no key" in ran.stderr
    assert not (tmp_path / "data" / "signing-key").exists()


def test_it_is_told_to_programs(folder: Path, capsys: pytest.CaptureFixture[str], ended: list[Entry]) -> None:
    assert main(["verify", "whole", "--key", KEY, "--certificate", "whole.json", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["finding"], told["certified"], told["key"]) == ("CERTIFIED", len(ended), None)
    assert told["verdicts"]["certificate"]["state"] == "PROVEN"


def test_a_certificate_outlives_the_rules(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that has dropped them cannot play the fight again, and signs nothing; the older word still counts."""
    monkeypatch.setattr(Registry, "installed", classmethod(lambda cls: NEWEST))
    assert main(["certify", "whole"]) == 1
    assert "does not play again from version 1: this fight plays version 1 of the rules" in capsys.readouterr().err
    assert main(["verify", "whole", "--key", KEY, "--certificate", "whole.json"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("CERTIFIED to play again to version ")
    assert last.endswith("replay, which the certificate vouches for")


def test_a_stored_fight_is_certified_by_its_id(tmp_path: Path) -> None:
    """By the key of its data folder; the file that it came from fits."""
    encounter = skald("import", PLAYED, folder=tmp_path).stdout.splitlines()[0]
    ran = skald("certify", encounter, folder=tmp_path, SKALD_SIGNING_KEY=SIGNING)
    assert (ran.returncode, json.loads(ran.stdout)["encounter"]) == (0, encounter)
    (tmp_path / "word.json").write_text(ran.stdout)
    ran = skald("verify", PLAYED, "--key", KEY, "--certificate", "word.json", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout
