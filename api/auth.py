"""Tokens: the operator's, and those of seats: signed, expiring, revocable. A token is never logged."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from datetime import UTC, datetime

import jwt
import msgspec
from msgspec import Struct

from api.errors import NoToken, Unauthenticated
from engine.kernel.ids import Role
from schemas.answers import Token
from schemas.words import Instant

ALGORITHM = "HS256"
LONGEST = 2048
"""Characters of a token: ours have some 250, and what is longer is not even looked at."""
KNOWN = 1024
"""How many good tokens a process remembers before it forgets them all: a signature is checked once, the time always."""
_NEW_ONE = "ask the GM or the operator for a new one (issueToken)"


class Claims(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat's token says, and all that it may say: a claim that we never write is a token that we never gave.

    enc: the encounter; exp: Unix time in seconds; epoch: grows when a seat is revoked; jti: tells tokens of one second
    apart.
    """

    enc: str
    seat: str
    role: Role
    epoch: int
    exp: int
    jti: str = ""


class Pass(Struct, frozen=True):
    """Who asks. claims: of a seat's token; admin: the operator; neither: nobody.

    mark: stands for the token where something is counted by it; it does not tell the token.
    """

    admin: bool = False
    claims: Claims | None = None
    mark: str = ""


NOBODY = Pass()


def format_second(second: int) -> Instant:
    """Unix time in seconds -> 2026-01-01T00:00:00.000Z."""
    return Instant(datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z"))


class Authority:
    """Issues and reads tokens. secret: at least 32 characters; hours: how long a token serves."""

    def __init__(self, secret: str, admin_token: str, *, hours: int) -> None:
        self._secret, self._admin, self._hours = secret, admin_token, hours
        self._known: dict[str, Pass] = {}

    def issue(self, encounter: str, seat: str, role: Role, *, epoch: int, hours: int | None = None) -> Token:
        """A token for a seat. epoch: the seat's present one."""
        expires = int(time.time()) + (hours or self._hours) * 3600
        claims = Claims(enc=encounter, seat=seat, role=role, epoch=epoch, exp=expires, jti=secrets.token_hex(8))
        token = jwt.encode(msgspec.to_builtins(claims), self._secret, algorithm=ALGORITHM)
        return Token(seat=seat, token=token, expires=format_second(expires))

    def invitation_secret(self, encounter: str, key: str) -> str:
        """The secret part of an invitation: made anew whenever it is asked for, and kept nowhere."""
        made = hmac.digest(self._secret.encode(), f"invitation/{encounter}/{key}".encode(), "sha256")
        return base64.urlsafe_b64encode(made).rstrip(b"=").decode()

    def read(self, token: str | None) -> Pass:
        """Who a token speaks for; nobody without one. Unauthenticated where it is no token of ours, or no longer."""
        if not token:
            return NOBODY
        known = self._known.get(token)
        if known is not None and known.claims is not None and known.claims.exp > time.time():
            return known
        if len(token) > LONGEST:
            raise _no_token_of_ours()
        if hmac.compare_digest(token.encode(errors="replace"), self._admin.encode()):
            return Pass(admin=True)
        try:
            raw = jwt.decode(
                token,
                self._secret,
                algorithms=[ALGORITHM],
                options={"require": ["exp", "enc", "seat", "role", "epoch"]},
            )
            known = Pass(claims=msgspec.convert(raw, Claims), mark=hashlib.sha256(token.encode()).hexdigest()[:32])
        except jwt.ExpiredSignatureError:
            raise Unauthenticated(f"this token has expired: {_NEW_ONE}") from None
        except (jwt.InvalidTokenError, msgspec.ValidationError):
            raise _no_token_of_ours() from None
        if len(self._known) >= KNOWN:
            self._known.clear()
        self._known[token] = known
        return known


def _no_token_of_ours() -> Unauthenticated:
    return Unauthenticated(f"this is no token of this server: check that it is whole, or {_NEW_ONE}")


def revoked() -> Unauthenticated:
    """The error of a token that was taken back."""
    return Unauthenticated(f"this token was revoked: {_NEW_ONE}")


def expired() -> Unauthenticated:
    """The error of a token that ends while a stream is open."""
    return Unauthenticated(f"this token has expired: {_NEW_ONE}")


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header; None without one. Unauthenticated for another scheme."""
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NoToken
    return token.strip()
