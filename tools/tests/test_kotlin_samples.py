import pytest

from tools.checks.kotlin_samples import LONGEST, expect, too_long
from tools.project import Failure


def test_a_sample_has_at_most_60_lines() -> None:
    assert too_long({"short": "line\n" * LONGEST, "long": "line\n" * (LONGEST + 1)}) == ["long"]


def test_a_sample_that_prints_something_else_fails() -> None:
    expect("embedded", ["A1B2", "In port"], "[0-9A-Z]+", "In port")
    for lines in (["A1B2"], ["A1B2", "Claimed"], ["A1B2", "In port", ""], []):
        with pytest.raises(Failure, match="embedded"):
            expect("embedded", lines, "[0-9A-Z]+", "In port")
