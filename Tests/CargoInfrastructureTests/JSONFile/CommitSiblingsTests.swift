import Testing

@testable import RecordJournal

@Suite("The number of processes a sync waits for")
struct CommitSiblingsTests {
    @Test func `a single process waits for none`() {
        var siblings = CommitSiblings()
        for batch in 1...5 as ClosedRange<UInt64> {
            siblings.appended(at: batch, syncs: batch * 2)
            #expect(!siblings.isAwaited(after: batch))
            siblings.stored(at: batch)
        }
    }

    @Test func `one of four waits for the batches of the other three`() {
        var siblings = CommitSiblings()
        siblings.appended(at: 1, syncs: 0)
        siblings.stored(at: 4)
        siblings.appended(at: 5, syncs: 2)
        for batch in 5...7 as ClosedRange<UInt64> { #expect(siblings.isAwaited(after: batch)) }
        #expect(!siblings.isAwaited(after: 8))
    }

    @Test func `two groups of two that alternate become one group of four`() {
        var siblings = CommitSiblings()
        siblings.appended(at: 1, syncs: 0)
        // Batches 3 and 4 of the other group were appended during the sync.
        siblings.stored(at: 4)
        siblings.appended(at: 5, syncs: 2)
        siblings.stored(at: 6)
        siblings.appended(at: 9, syncs: 6)
        #expect(siblings.isAwaited(after: 9))
        #expect(!siblings.isAwaited(after: 10))
    }

    @Test func `a process that saves less often than another waits for none`() {
        var siblings = CommitSiblings()
        siblings.appended(at: 1, syncs: 0)
        siblings.stored(at: 1)
        siblings.appended(at: 100, syncs: 196)
        #expect(!siblings.isAwaited(after: 100))
    }
}
