/// How many other processes save about as often as this one, estimated from the sequence numbers in `STATE`.
///
/// The process that is about to sync waits a moment for their batches, so that one sync serves them all, like PostgreSQL's `commit_delay`
/// and `commit_siblings`. Otherwise they split into two groups that sync in turn, because those that were just served append again while
/// the others sync. The estimate affects only speed.
struct CommitSiblings {
    /// The number of batches of all processes after this process's previous batch, up to and including its last one.
    private var round: UInt64 = 1
    /// Slot A's sequence number with this process's last batch.
    ///
    /// It increases by one with each batch of any process.
    private var own: UInt64 = 0
    /// Slot S's sequence number when that batch was appended.
    ///
    /// It increases by two with each sync.
    private var syncs: UInt64 = 0
    /// Slot A's sequence number when this process learned that its last batch was stored.
    private var known: UInt64 = 0

    /// Notes a batch of this process.
    mutating func appended(at sequence: UInt64, syncs: UInt64) {
        // After more than two syncs, the batches since are probably those of a process that saves more often.
        let isRecent = own != 0 && syncs &- self.syncs <= 4
        round = isRecent ? sequence &- own : 1
        own = sequence
        self.syncs = syncs
    }

    /// Notes that this process's last batch is stored.
    mutating func stored(at sequence: UInt64) { known = sequence }

    /// Whether more batches are likely to follow this one soon.
    func isAwaited(after sequence: UInt64) -> Bool { round > 1 && sequence &- known < round }
}
