"""Settings from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.config import ConfigError, Settings, from_environment
from api.errors import Unauthenticated
from api.wiring import keep_secret, make_authority


def test_nothing_set_is_the_usual() -> None:
    """Other variables are none of ours."""
    assert from_environment({"PATH": "/bin", "SKALD_PORT": ""}) == Settings()


def test_every_kind_of_value_is_read() -> None:
    """Numbers, paths, lists, words."""
    made = from_environment(
        {
            "SKALD_PORT": "9000",
            "SKALD_DATA": "/tmp/x",
            "SKALD_ORIGINS": "https://a, https://b",
            "SKALD_STATUSES": "draft",
        }
    )
    assert (made.port, made.data, made.statuses) == (9000, Path("/tmp/x"), "draft")
    assert made.origins == ("https://a", "https://b")


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("SKALD_PORT", "many", "SKALD_PORT cannot be used"),
        ("SKALD_PORT", "70000", "<= 65535"),
        ("SKALD_DURABILITY", "lax", "SKALD_DURABILITY cannot be used"),
        ("SKALD_SECRET", "short", "length >= 32"),
        ("SKALD_PROT", "1", "SKALD_PORT"),
    ],
)
def test_what_cannot_be_used_names_the_variable(variable: str, value: str, words: str) -> None:
    """A mistyped name lists the names there are."""
    with pytest.raises(ConfigError, match=words):
        from_environment({variable: value})


def test_secrets_are_made_once_and_kept(tmp_path: Path) -> None:
    """Tokens outlive a restart; nobody else can read the file."""
    settings = Settings(data=tmp_path / "data")
    token = make_authority(settings).issue("e", "gm", "GM", epoch=0).token
    assert make_authority(settings).read(token).claims is not None
    kept = tmp_path / "data" / "secret"
    assert kept.stat().st_mode & 0o077 == 0
    kept.write_text("x" * 40)
    with pytest.raises(Unauthenticated):
        make_authority(settings).read(token)
    kept.write_text("short")
    with pytest.raises(ConfigError, match="remove it"):
        keep_secret(tmp_path / "data", "secret")
