"""The tests of the tools themselves; `./tool check-tools` runs them."""
