"""A carrier's day from a generator, through every way into the service at once, for ./tool replay-day."""
