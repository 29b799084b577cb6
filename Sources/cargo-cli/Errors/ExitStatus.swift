import CargoDomain

/// The exit status of the process: a number of sysexits(3) if one fits, otherwise a small number of our own.
enum ExitStatus: Int32, CaseIterable {
    /// Success, also for an empty list.
    case done = 0
    /// A domain rule refused the command.
    case refused = 1
    /// The requested item does not exist.
    case notFound = 3
    /// Partly done: some items were rejected.
    case partlyDone = 4
    /// `track --exit-status`: a cargo is misdirected, disrupted, overdue or late.
    case offTrack = 5
    /// The command line is invalid.
    case usage = 64
    /// The input data is invalid.
    case badData = 65
    /// An input file does not exist.
    case noInput = 66
    /// The backend cannot be reached.
    case unavailable = 69
    /// A bug in this program.
    case bug = 70
    /// Reading or writing failed, or stored data is damaged.
    case inputOutput = 74
    /// Another process saved first or holds the lock; trying again may help.
    case tryAgain = 75
    /// The system denied permission.
    case notPermitted = 77
    /// The configuration is invalid, or needs something that this build cannot do.
    case configuration = 78
    /// Ctrl-C.
    case interrupted = 130

    /// The exit status for an error code of the kit.
    init(_ code: DomainError.Code) { self = ExitStatus(rawValue: code.entry.exit) ?? .bug }
}
