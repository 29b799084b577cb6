"""Attacks on a running cargo-server: `./tool attack` makes them."""
