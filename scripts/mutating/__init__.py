"""The parts of scripts/mutants: where a mutation lies, how many of them fit into one build, and what kills them."""

import importlib.machinery
import importlib.util
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def _load_parity():
    """scripts/parity as a module: its canonical JSON and its comparison are the ones that count."""
    path = str(ROOT / "scripts" / "parity")
    loader = importlib.machinery.SourceFileLoader("parity", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("parity", loader))
    loader.exec_module(module)
    return module


parity = _load_parity()
