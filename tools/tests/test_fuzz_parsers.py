"""Which files the fuzz targets are compiled from."""

import pytest

from tools.checks.fuzz_parsers import FUZZ, modules
from tools.project import ROOT, Failure


def test_lines_of_one_module_belong_together():
    first, second = modules("# a comment\nFuzz - Tests/Fuzz/Growth.swift Tests/Fuzz/Fuzz.swift\nRouting Server Sources/CargoRouting\nFuzz - Tests/Fuzz/StandIns\n")
    assert first.sources == [FUZZ / "Growth.swift", FUZZ / "Fuzz.swift", *sorted((FUZZ / "StandIns").rglob("*.swift"))]
    assert (first.definition, second.definition) == ([], ["-D", "Server"])
    assert second.sources and all(path.is_relative_to(ROOT / "Sources/CargoRouting") for path in second.sources)


def test_a_file_that_is_gone_is_named():
    with pytest.raises(Failure, match="Gone.swift"):
        modules("Fuzz - Tests/Fuzz/Gone.swift")
