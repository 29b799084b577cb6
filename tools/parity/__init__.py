"""The runner protocol (spec/README.md): runners as processes, and their answers compared byte by byte."""
