"""Tokens of the operator, of hosts and of seats: those of hosts and seats are signed, expire and can be revoked.

A token is never logged.
"""

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

from api.access.secret_answers import note_secret
from api.errors.request_errors import NoToken, Unauthenticated
from engine.kernel.structs.ids import Host, Role
from schemas.answers import HostToken, Token
from schemas.types import Instant

ALGORITHM = "HS256"
LONGEST = 2048
"""Most characters of a token: ours have about 250, and longer ones are rejected unread."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What short codes consist of: nothing that is taken for something else when it is read aloud or copied."""
SHORT = 6
"""How long a short code is: 31 ** 6 are nearly a billion."""
KNOWN = 1024
"""Valid tokens that a process caches before it clears the cache. Signatures are checked once, expiry every time."""
_NEW_ONE = "ask the GM or the operator for a new one"


class Claims(Struct, frozen=True, forbid_unknown_fields=True):
    """The claims of a seat's token. A token with any other claim is not ours and is rejected.

    enc: the encounter; exp: Unix time in seconds; epoch: grows when a seat is revoked; jti: distinguishes tokens issued
    in the same second.
    """

    enc: str
    seat: str
    role: Role
    epoch: int
    exp: int
    jti: str = ""


class HostClaims(Struct, frozen=True, forbid_unknown_fields=True):
    """The claims of a host's token. A token with claims of a seat as well is not ours and is rejected.

    exp: Unix time in seconds; epoch: grows when the host's tokens are revoked; jti: distinguishes tokens issued in the
    same second.
    """

    host: Host
    epoch: int
    exp: int
    jti: str = ""


class Caller(Struct, frozen=True):
    """The caller. claims: of a seat's token; host: of a host's token; admin: the operator; none of them: anonymous.

    mark: a hash that identifies the token in counters without revealing it.
    """

    admin: bool = False
    claims: Claims | None = None
    host: HostClaims | None = None
    mark: str = ""

    @property
    def expires(self) -> int | None:
        """When the token expires, Unix time in seconds; None: never, or there is none."""
        signed = self.claims or self.host
        return signed.exp if signed else None


NOBODY = Caller()


def format_second(second: int) -> Instant:
    """Unix time in seconds -> 2026-01-01T00:00:00.000Z."""
    return Instant(datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z"))


class TokenAuthority:
    """Issues and reads tokens. secret: at least 32 characters; hours: how long a token is valid."""

    def __init__(self, secret: str, admin_token: str, *, hours: int) -> None:
        self._secret, self._admin, self._hours = secret, admin_token, hours
        self._known: dict[str, Caller] = {}

    def issue(self, encounter: str, seat: str, role: Role, *, epoch: int, hours: int | None = None) -> Token:
        """Issue a token for a seat. epoch: the seat's current one."""
        expires = int(time.time()) + (hours or self._hours) * 3600
        note_secret()
        claims = Claims(enc=encounter, seat=seat, role=role, epoch=epoch, exp=expires, jti=secrets.token_hex(8))
        token = jwt.encode(msgspec.to_builtins(claims), self._secret, algorithm=ALGORITHM)
        return Token(seat=seat, token=token, expires=format_second(expires))

    def issue_host(self, host: str, *, epoch: int, hours: int | None = None) -> HostToken:
        """Issue a token for a host. epoch: the host's current one."""
        expires = int(time.time()) + (hours or self._hours) * 3600
        note_secret()
        claims = HostClaims(host=host, epoch=epoch, exp=expires, jti=secrets.token_hex(8))
        token = jwt.encode(msgspec.to_builtins(claims), self._secret, algorithm=ALGORITHM)
        return HostToken(host=host, token=token, expires=format_second(expires))

    def invitation_secret(self, encounter: str, key: str) -> str:
        """The secret part of an invitation: derived on each request, never stored."""
        note_secret()
        made = hmac.digest(self._secret.encode(), f"invitation/{encounter}/{key}".encode(), "sha256")
        return base64.urlsafe_b64encode(made).rstrip(b"=").decode()

    def short_code(self, encounter: str, key: str, number: int) -> str:
        """Letters and digits that may stand for an invitation for a while. number: one after the other, from 0."""
        note_secret()
        made = hmac.digest(self._secret.encode(), f"short/{encounter}/{key}/{number}".encode(), "sha256")
        rest, found = int.from_bytes(made[:16], "big"), ""
        for _ in range(SHORT):
            rest, digit = divmod(rest, len(LETTERS))
            found += LETTERS[digit]
        return found

    def webhook_secret(self, encounter: str, owner: str, key: str) -> str:
        """The secret that signs a webhook's messages: derived when it is needed, never stored."""
        note_secret()
        made = hmac.digest(self._secret.encode(), f"webhook/{encounter}/{owner}/{key}".encode(), "sha256")
        return f"whsec_{base64.b64encode(made).decode()}"

    def read(self, token: str | None) -> Caller:
        """The caller that a token identifies; NOBODY without one. Unauthenticated for an invalid or expired token."""
        if not token:
            return NOBODY
        known = self._known.get(token)
        if known is not None and (known.expires or 0) > time.time():
            return known
        if len(token) > LONGEST:
            raise _no_token_of_ours()
        if hmac.compare_digest(token.encode(errors="replace"), self._admin.encode()):
            return Caller(admin=True)
        try:
            raw = jwt.decode(token, self._secret, algorithms=[ALGORITHM], options={"require": ["exp", "epoch"]})
            mark = hashlib.sha256(token.encode()).hexdigest()[:32]
            if "host" in raw:
                known = Caller(host=msgspec.convert(raw, HostClaims), mark=mark)
            else:
                known = Caller(claims=msgspec.convert(raw, Claims), mark=mark)
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
    """The error for a revoked token."""
    return Unauthenticated(f"this token was revoked: {_NEW_ONE}")


def expired() -> Unauthenticated:
    """The error for a token that expires while a stream is open."""
    return Unauthenticated(f"this token has expired: {_NEW_ONE}")


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header; None without one. Unauthenticated for another scheme."""
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NoToken
    return token.strip()
