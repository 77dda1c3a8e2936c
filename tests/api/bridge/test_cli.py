"""`skald bridge` as people start it."""

from __future__ import annotations

from pathlib import Path

from tests.support.processes.terminal import skald

SECRET = "eyJhbGciOiJIUzI1NiJ9.the-token-itself"
WHERE = ("bridge", "planarally", "--url", "http://127.0.0.1:9", "--room", "gil/Room", "--user", "skald")


def test_a_secret_on_the_command_line_is_not_repeated(tmp_path: Path) -> None:
    """Written where its file belongs, it is refused and shown nowhere."""
    (tmp_path / "password").write_text("pass-word")
    for words in (("--token", SECRET), ("--token-file", "password", "--play", f"ana={SECRET}")):
        done = skald(*WHERE, "--password-file", "password", *words, folder=tmp_path)
        assert done.returncode == 2, done.stderr
        assert SECRET not in done.stdout + done.stderr
        assert "pass-word" not in done.stdout + done.stderr


def test_it_says_what_is_missing(tmp_path: Path) -> None:
    """A token, and then a password; secrets in the environment are no settings of the service."""
    done = skald(*WHERE, folder=tmp_path)
    assert done.returncode == 2
    assert "SKALD_TOKEN" in done.stderr
    done = skald(*WHERE, folder=tmp_path, SKALD_TOKEN=SECRET)
    assert done.returncode == 2
    assert "SKALD_PLANARALLY_PASSWORD" in done.stderr
    done = skald("systems", folder=tmp_path, SKALD_TOKEN=SECRET, SKALD_PLANARALLY_PASSWORD="x")
    assert done.returncode == 0, done.stderr
