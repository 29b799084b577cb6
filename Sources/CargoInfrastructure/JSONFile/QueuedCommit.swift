/// A commit that waits for the writer.
struct QueuedCommit: Sendable {
    let writes: [JournalWrite]
    let resume: @Sendable (JournalOutcome) -> Void
}
