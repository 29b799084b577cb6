/// How to open a journal.
package struct JournalOptions: Sendable {
    /// What a crash can lose.
    package var durability = JournalDurability.everyCommit
    /// How long to wait for another process's lock, in milliseconds.
    package var lockTimeout = 10_000
    /// Whether to accept a store on a network file system.
    package var allowsNetworkFileSystem = false
    /// Whether all callers in this process that open the same store with the same options share one engine.
    var isShared = true
    /// Whether to write a mark on closing, so that later damage to the last saves isn't mistaken for a torn tail.
    var writesMarks = true
    /// How many milliseconds after the last save to write a mark, even before closing; nil for never.
    var markDelay: Int? = 200
    /// The length in bytes at which the active segment is sealed and a new one begins.
    var segmentLimit = 64 << 20
    /// Whether to compact in the background, when a segment is sealed and at least half of the store is garbage.
    var compactsInBackground = true
    /// How many bytes of padding to add ahead of the data in the active segment; 0 for none.
    var fillAhead = 1 << 20
    /// The number of batches after which padding pays off.
    ///
    /// A program that saves once and ends doesn't need it.
    var batchesBeforeFilling = 16
    /// How many bytes of the journal the last snapshot must leave uncovered for a new one to be written on closing; nil for no snapshots.
    ///
    /// While the store is open, a snapshot is written in the background after 64 times as many bytes.
    var snapshotMinimum: Int? = 1 << 20
    /// The length in bytes from which on a snapshot stays in its file, mapped into memory.
    var mappedSnapshotLength = 32 << 20
    /// When to check segments on several threads while reading them completely.
    var ahead = SegmentScanner.Ahead()
    var fileSystem: any FileSystem = POSIXFileSystem()

    /// Creates the default options.
    package init() {}
}

/// When a commit reaches the disk, which decides what a crash can lose.
package enum JournalDurability: Hashable, Sendable {
    /// Before it is acknowledged. No crash loses an acknowledged commit.
    case everyCommit
    /// Within the given number of milliseconds. A system crash can lose the commits of that time; a crash of the program loses none.
    case interval(milliseconds: Int)
    /// Whenever the operating system writes it.
    case none
}
