/// When a save reaches the disk, which decides what a crash can lose.
public enum Durability: Hashable, Sendable {
    /// Before it is acknowledged. No crash loses an acknowledged save. This is the default.
    case everyCommit
    /// Within the given time, in whole milliseconds. A system crash can lose the saves of that time; a crash of the program loses none.
    case interval(Duration)
    /// Whenever the operating system writes it, often half a minute later. Like `interval`, but without a limit: for tests and for stores
    /// you can recreate.
    case none
}
