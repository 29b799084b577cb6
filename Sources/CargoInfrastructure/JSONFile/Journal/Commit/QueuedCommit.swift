/// A commit waiting for the writer.
struct QueuedCommit: Sendable {
    let writes: [RecordWrite]
    let resume: @Sendable (CommitOutcome) -> Void
}
