"""The parts of scripts/mutants: where a mutation lies, how many of them fit into one build, and what kills them."""

import pathlib
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tools.parity.comparison import expected  # noqa: E402
from tools.parity.runner import run_line  # noqa: E402
from tools.spec.canonical import canonical  # noqa: E402
from tools.spec.files import Spec  # noqa: E402

# Canonical JSON and the comparison are those that count.
parity = types.SimpleNamespace(Spec=Spec, canonical=canonical, expected=expected, run_line=run_line)
