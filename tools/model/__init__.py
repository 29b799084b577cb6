"""The rules of spec/rules as a small program that shares no code with Swift or Kotlin: the third runner of `./tool parity`."""
