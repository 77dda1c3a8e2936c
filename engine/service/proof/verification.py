"""Verifying a file offline: what it proves by itself, and who signed it.

A file without errors is only consistent: anybody with Skald can play an encounter alone, or cut one and end it
differently, and write such a file. Only a server's signature, or a head that the reader kept from that server, proves
that the encounter happened there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from engine.kernel.structs.errors import SkaldError
from engine.service import clock
from engine.service.proof.audit import AuditReport, audit, decoded
from engine.service.proof.certificate import Certificate, judge_certificate
from engine.service.proof.export import Export
from engine.service.proof.import_checks import AHEAD_MS, Inadmissible, check_importable
from engine.service.proof.signing import PublicKey, judge_head, judge_signature
from engine.service.proof.verdict import Verdict, broken
from engine.service.registry import Registry

Finding = Literal["BROKEN", "CONSISTENT", "SIGNED", "KEPT"]
"""The finding on a file, from worst to best.

BROKEN      it contradicts itself, the rules, or the given key or head
CONSISTENT  it has no errors, but anybody could have made it
KEPT        its events up to the head that the reader kept are genuine; later ones are consistent
SIGNED      a key that the reader trusts signed its head, and so every event
"""


class Verification(Struct, frozen=True):
    """The result for a file. admission: whether a service would import it; None if that cannot be judged.

    signature, head, certificate: None if no key, no head, or no certificate, was given.
    """

    report: AuditReport
    admission: Verdict | None = None
    signature: Verdict | None = None
    head: Verdict | None = None
    certificate: Verdict | None = None

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdicts that exist, by what they judge."""
        named = {
            "chain": self.report.chain,
            "dice": self.report.dice,
            "replay": self.report.replay,
            "import": self.admission,
            "signature": self.signature,
            "head": self.head,
            "certificate": self.certificate,
        }
        return {name: verdict for name, verdict in named.items() if verdict is not None}

    @property
    def broken_at(self) -> int | None:
        """The first broken version; None if nothing is broken."""
        return min((v.version or 0 for v in self.verdicts.values() if v.state == "BROKEN"), default=None)

    @property
    def signed(self) -> bool:
        """Whether one of the given keys signed all of it."""
        return self.signature is not None and self.signature.state == "PROVEN"

    @property
    def certified(self) -> int | None:
        """The version up to which one of the given keys vouches that it plays again; None: none does."""
        proven = self.certificate is not None and self.certificate.state == "PROVEN"
        return self.certificate.version if self.certificate is not None and proven else None

    @property
    def kept(self) -> int | None:
        """The version of the given head; None if none was given, or the file does not have it."""
        return self.head.version if self.head is not None and self.head.state == "PROVEN" else None

    @property
    def finding(self) -> Finding:
        """The overall finding."""
        if self.broken_at is not None:
            return "BROKEN"
        return "SIGNED" if self.signed else "CONSISTENT" if self.kept is None else "KEPT"

    @property
    def unproven(self) -> tuple[str, ...]:
        """Which of chain, dice and replay cannot be recomputed from this file."""
        return tuple(name for name in ("chain", "dice", "replay") if self.verdicts[name].state != "PROVEN")


def verify(
    registry: Registry,
    export: Export,
    *,
    keys: Sequence[PublicKey] | None = None,
    head: str | None = None,
    certificate: Certificate | None = None,
    progress: Callable[[int], object] = lambda events: None,
) -> Verification:
    """Judge a file. keys: public keys that the reader trusts; head: a hash that the reader kept. Never raises.

    certificate: of this file, or of its first events. progress: called every so many replayed events.
    """
    report = audit(registry, export.events, header=export.header, explain=True, progress=progress)
    return Verification(
        report,
        None if report.broken else _admission(registry, export),
        None if keys is None else judge_signature(export, keys),
        None if head is None else judge_head(export, head),
        None if certificate is None else judge_certificate(export, certificate, keys),
    )


def _admission(registry: Registry, export: Export) -> Verdict | None:
    """Whether a service could have stored these events: what `import` refuses is broken here too."""
    try:
        book = registry.playing(export.header.system, (event.public for event in export.events))
        if export.header.seat is not None or any(event.redacted for event in export.events):
            last = book.codec.decode(export.events[-1].public)
            if clock.parse_ms(last.time) > clock.now_ms() + AHEAD_MS:
                return broken(last.version, "its time has not come yet")
            return None
        entries = [event.entry() for event in export.events]
        check_importable(book, entries, decoded(book, export.events)[0])
    except Inadmissible as error:
        if error.newer:
            return Verdict("NOT_PROVABLE", error.version, error.reason)
        return broken(error.version, error.reason)
    except SkaldError as error:  # a system that is not installed, or events that cannot be folded
        unplayed = "this fight cannot be folded here"
        return Verdict("NOT_PROVABLE", None, f"{unplayed}: {error}")
    except Exception as error:  # for any bytes: a verdict, not a crash
        return Verdict("NOT_PROVABLE", None, f"this cannot be judged here: {type(error).__name__}")
    return Verdict("PROVEN", None, "a service could have stored these events")
