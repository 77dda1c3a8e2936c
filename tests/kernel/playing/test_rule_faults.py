"""An error of a game's rules is a fault wherever they are called; what the rules say themselves stays as it is."""

from __future__ import annotations

import pytest

from engine.kernel.playing.rule_faults import errors_as_faults
from engine.kernel.structs.errors import Fault, RuleRefusal, TooCostly


@pytest.mark.parametrize(
    ("raised", "comes_out"),
    [
        (RuleRefusal("no"), RuleRefusal),
        (Fault("broken"), Fault),
        (RecursionError(), TooCostly),
        (ZeroDivisionError("by 0"), Fault),
    ],
)
def test_what_comes_of_an_error(raised: Exception, comes_out: type[Exception]) -> None:
    with pytest.raises(comes_out) as caught, errors_as_faults():
        raise raised
    assert type(caught.value) is comes_out
    if isinstance(raised, (RuleRefusal, Fault)):
        assert caught.value is raised
    elif comes_out is Fault:
        assert str(caught.value) == "the rules failed: ZeroDivisionError: by 0"
