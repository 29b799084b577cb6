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
    var fileSystem: any FileSystem = POSIXFileSystem()
}
