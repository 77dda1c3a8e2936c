"""The places at which a comparison or a sign can be turned round, and a sample of them that is always the same."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators import binary_operator_replacement as binary
from cosmic_ray.operators import comparison_operator_replacement as comparison
from cosmic_ray.operators import unary_operator_replacement as unary
from cosmic_ray.operators.operator import Operator
from msgspec import Struct

from tests.mutants.areas import ROOT, Area

PAIRS = ("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_Gt", "Gt_Lt", "LtE_GtE", "GtE_LtE")
"""Of comparisons: the bound itself counts or not, and the other way round."""
OPERATORS: dict[str, type[Operator]] = {
    **{pair: getattr(comparison, f"ReplaceComparisonOperator_{pair}") for pair in (*PAIRS, "Is_IsNot", "IsNot_Is")},
    **{pair: getattr(binary, f"ReplaceBinaryOperator_{pair}") for pair in ("Add_Sub", "Sub_Add")},
    "USub_UAdd": unary.ReplaceUnaryOperator_USub_UAdd,
    "Not": unary.ReplaceUnaryOperator_Delete_Not,
}


class Site(Struct, frozen=True):
    """Where one mutant differs. nth: of the places of this kind in the module; line: from 1, with its text."""

    module: Path
    kind: str
    nth: int
    line: int
    text: str

    def mutated(self, code: str) -> str:
        """The module's code with this one thing turned round."""
        made = mutate_code(code, OPERATORS[self.kind](), self.nth)
        assert made is not None, self
        return str(made)

    def shown(self, code: str) -> str:
        """The line before and after."""
        changed = difflib.unified_diff(code.splitlines(), self.mutated(code).splitlines(), lineterm="", n=0)
        return "\n".join(line for line in changed if not line.startswith(("---", "+++", "@@")))


def sites_of(module: Path, root: Path = ROOT) -> Iterator[Site]:
    """All of a module."""
    code = (root / module).read_text(encoding="utf-8")
    lines, nodes = code.splitlines(), [*ast_nodes(get_ast(code))]
    for kind, make in OPERATORS.items():
        operator = make()
        starts = [start for node in nodes for start, _ in operator.mutation_positions(node)]
        for nth, (line, _) in enumerate(starts):
            yield Site(module, kind, nth, line, lines[line - 1].strip())


def sample(area: Area, number: int) -> list[Site]:
    """So many sites of an area, or all that there are; which ones follows from their modules and texts alone."""
    every = [site for module in area.modules() for site in sites_of(module)]
    return sorted(every, key=_digest)[:number]


def _digest(site: Site) -> str:
    return hashlib.sha256(f"{site.module} {site.kind} {site.nth} {site.text}".encode()).hexdigest()
