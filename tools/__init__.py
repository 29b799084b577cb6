"""The tools of the repository: fixtures, fuzzing, mutations, proofs and checks. `./tool --help` lists the commands."""
