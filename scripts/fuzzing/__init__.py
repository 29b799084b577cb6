"""The parts of scripts/fuzz: values and cases that are generated, runners, differences, shrinking, reach."""

import importlib.machinery
import importlib.util
import os
import sys

sys.dont_write_bytecode = True
SCRIPTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(SCRIPTS)


def _parity():
    loader = importlib.machinery.SourceFileLoader("parity", os.path.join(SCRIPTS, "parity"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("parity", loader))
    loader.exec_module(module)
    return module


parity = _parity()  # canonical JSON, reading spec/, building the runners
