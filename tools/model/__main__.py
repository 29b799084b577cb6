"""Runs the model on standard input and output: `PYTHONPATH=tools python3 -m model`; `scripts/model-runner` does it."""

import sys

from .runner import serve

serve(sys.stdin.buffer, sys.stdout.buffer)
