/// When a commit reaches the disk, which decides what a crash can lose.
package enum JournalDurability: Hashable, Sendable {
    /// Before it is acknowledged. No crash loses an acknowledged commit.
    case everyCommit
    /// Within the given number of milliseconds. A system crash can lose the commits of that time; a crash of the program loses none.
    case interval(milliseconds: Int)
    /// Whenever the operating system writes it.
    case none
}
