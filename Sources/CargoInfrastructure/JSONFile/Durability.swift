/// When a save reaches the medium, and so what a crash can take.
public enum Durability: Hashable, Sendable {
    /// Before it is acknowledged: nothing acknowledged is lost, whatever crashes. The default.
    case everyCommit
    /// Within so many milliseconds: a crash of the machine takes the saves of that time; a crash of the program alone takes none.
    case interval(milliseconds: Int)
    /// When the system sees fit, often half a minute later: as `interval`, without a limit. For tests and stores that can be made again.
    case none
}
