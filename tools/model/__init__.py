"""The rules of spec/ as a small program, in which no code is shared with Swift or Kotlin: the third runner of scripts/parity."""
