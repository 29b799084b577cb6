"""Mutations of the Swift and Kotlin sources: where they are, what they change, and what kills them. `./tool mutants` makes them."""

from .. import libraries

libraries.require("mutants")
