"""Certificates: an operator's signed word that a fight, played again by its rules, leads to a head.

    {"certificate":1,"encounter":...,"system":...,"version":n,"hash":...,"rules":n,"skald":...,"time":...,
     "says":"plays again to this head","signature":{"key":...,"value":...}}

    message    "skald-certificate-1|" and the members but for `signature`, as canonical JSON
    signature  Ed25519 over the message, by the key that signs heads (`engine.service.proof.signing`)

version, hash: of the head. rules: the version of the rules that the fight plays there. skald: the version of the Skald
that has played it again; time: when. It outlives the rules: who cannot play a fight again has the word of who could.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import SkaldError
from engine.service.proof.export import Export, HeadSignature
from engine.service.proof.signing import PublicKey, Signer
from engine.service.proof.verdict import Verdict, broken
from engine.service.registry import rules_named_in

if TYPE_CHECKING:
    from engine.service.proof.verification import Verification

LONGEST = 4096
"""Bytes of a certificate at most."""
_PREFIX = b"skald-certificate-1|"


class NotCertified(SkaldError):
    """A fight that does not play again; the message says where, and why."""


class CertificateUnreadable(SkaldError):
    """A text that is no certificate, or only a part of one."""


class Statement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a certificate says, without its signature: see the module."""

    certificate: Literal[1] = 1
    encounter: str
    system: str
    version: int
    hash: str
    rules: int
    skald: str
    time: str
    says: Literal["plays again to this head"] = "plays again to this head"

    @property
    def message(self) -> bytes:
        """The bytes to sign."""
        said = {name: getattr(self, name) for name in Statement.__struct_fields__}
        return _PREFIX + canonical(said)


class Certificate(Statement, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A statement, and who vouches for it."""

    signature: HeadSignature


def certified(export: Export, verification: Verification, signer: Signer, skald: str, time: str) -> Certificate:
    """The certificate of a whole file. verification: what verifying it came to.

    NotCertified for what does not play again.
    """
    header = export.header
    if header.seat is not None:
        raise NotCertified(f"this is what the seat {header.seat!r} sees of a fight: only the whole of it plays again")
    for name, verdict in verification.verdicts.items():
        if verdict.state == "BROKEN":
            raise NotCertified(
                f"it does not play again: {name} is broken at version {verdict.version}: {verdict.detail}"
            )
    replay = verification.report.replay
    if replay.state != "PROVEN":
        raise NotCertified(f"it does not play again from version {replay.version}: {replay.detail}")
    said = Statement(
        encounter=header.encounter,
        system=header.system,
        version=header.version,
        hash=header.hash,
        rules=_rules_of(export, header.version),
        skald=skald,
        time=time,
    )
    whole = {name: getattr(said, name) for name in Statement.__struct_fields__}
    return Certificate(**whole, signature=signer.vouch(said.message))


def read_certificate(text: bytes) -> Certificate:
    """The certificate in a text. CertificateUnreadable for anything else."""
    try:
        if len(text) > LONGEST:
            raise ValueError(f"it is longer than {LONGEST} bytes")
        return msgspec.json.decode(text, type=Certificate)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise CertificateUnreadable(f"this is no certificate, or only a part of one: {error}") from error


def judge_certificate(export: Export, certificate: Certificate, keys: Iterable[PublicKey] | None) -> Verdict:
    """Whether a certificate is of this file, or of its first events, and one of these keys vouches for it."""
    header, version = export.header, certificate.version
    if (certificate.encounter, certificate.system) != (header.encounter, header.system):
        return broken(
            1, f"the certificate is of {certificate.encounter} of {certificate.system}, another fight than this one"
        )
    if not 1 <= version <= len(export.events):
        ends = f"the certificate is of version {version}, and the file ends at version {len(export.events)}"
        return broken(len(export.events) + 1, f"{ends}: the file was cut, or the certificate changed")
    if export.events[version - 1].hash != certificate.hash:
        return broken(version, f"the certificate names another head at version {version} than the file has")
    if (rules := _rules_of(export, version)) != certificate.rules:
        return broken(
            version, f"the certificate names version {certificate.rules} of the rules, the file plays {rules}"
        )
    if keys is None:
        return Verdict("NOT_PROVABLE", version, f"signed by {certificate.signature.key[:80]!r}: give that key as well")
    known = {key.id: key for key in keys}
    key = known.get(certificate.signature.key)
    if key is None:
        reason = f"signed by another key: it names {certificate.signature.key[:80]!r}, you gave {', '.join(known)}"
        return Verdict("NOT_PROVABLE", version, reason)
    if not key.signed(certificate.message, certificate.signature.value):
        return broken(version, f"the key {key.id} has not signed this certificate: it was changed")
    return Verdict(
        "PROVEN", version, f"Skald {certificate.skald} has played it again to version {version}, at {certificate.time}"
    )


def _rules_of(export: Export, version: int) -> int:
    """The version of the rules that a file plays at a version; 0 where none can be read."""
    return rules_named_in(event.public for event in export.events[:version]) or 0
