"""The specification in spec/: its files, its schemas, and what is generated from it or for it."""
