"""The two secrets of an installation: what signs the seats' tokens, and the operator's own token.

Given in the environment, or made once and kept in the data folder, so that tokens outlive a restart.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from msgspec import structs

from api.auth import Authority
from api.config import ConfigError, Settings

SECRET, ADMIN = "secret.key", "admin.token"
_LEAST = {SECRET: 32, ADMIN: 16}


def with_keys(settings: Settings) -> Settings:
    """The settings with both secrets in them. ConfigError where a kept one cannot be read."""
    return structs.replace(
        settings,
        secret=settings.secret or _kept(settings.data, SECRET),
        admin_token=settings.admin_token or _kept(settings.data, ADMIN),
    )


def authority(settings: Settings) -> Authority:
    """Issues and reads the tokens of this installation."""
    settings = with_keys(settings)
    assert settings.secret is not None
    assert settings.admin_token is not None
    return Authority(settings.secret, settings.admin_token, hours=settings.token_hours)


def _kept(folder: Path, name: str) -> str:
    """What the file holds; made at the first time, for our user only."""
    path = folder / name
    try:
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _make(path)
        text = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    if len(text) < _LEAST[name]:
        raise ConfigError(f"{path} holds less than {_LEAST[name]} characters: remove it, and a new one is made")
    return text


def _make(path: Path) -> None:
    """All or nothing, and the first to come wins."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(file, "w", encoding="ascii") as opened:
            opened.write(secrets.token_urlsafe(32) + "\n")
            opened.flush()
            os.fsync(opened.fileno())
        try:
            os.link(beside, path)
        except FileExistsError:
            return
    finally:
        beside.unlink()
