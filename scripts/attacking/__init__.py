"""An attack on a running cargo-server: see scripts/attack."""
