"""Checks of the source: layers, traps, links, and the tools themselves."""
