/// A commit waiting for the writer.
struct QueuedCommit: Sendable {
    let writes: [JournalWrite]
    let resume: @Sendable (JournalOutcome) -> Void
}
