/// How a journal is opened.
struct JournalOptions: Sendable {
    var durability = Durability.everyCommit
    /// How long to wait for another process's lock, in milliseconds.
    var lockTimeLimit = 10_000
    /// Whether a store on another machine's file system is accepted.
    var allowsNetworkFileSystem = false
    /// Whether all who open the same store with the same options in this process get the same engine.
    var isShared = true
    /// Whether a mark is written on closing, so that damage to the last saves can be told from a torn tail.
    var writesMarks = true
    /// After how many milliseconds without a save a mark is written before closing; never where nil.
    var markDelay: Int? = 200
    /// From how many bytes on the active segment is sealed and a new one begun.
    var segmentLimit = 64 << 20
    /// Whether the store is compacted in the background when a segment was sealed and half of it is garbage.
    var compactsInBackground = true
    /// How many bytes of newlines the active segment is filled ahead with; 0 for none.
    var fillAhead = 1 << 20
    /// After how many batches of an engine filling ahead pays: a program that saves once and ends does not need it.
    var batchesBeforeFilling = 16
    /// How many bytes of the journal a snapshot of the index must save from being scanned to be written at close; nil for no snapshots at all.
    ///
    /// While the store is open one is written in the background once 64 times as much has come.
    var snapshotMinimum: Int? = 1 << 20
    /// How segments are checked on several processors, when all of them are read.
    var ahead = SegmentScanner.Ahead()
    var fileSystem: any FileSystem = POSIXFileSystem()
}
