import CargoDomain
import CargoLocalization

/// Why a relay ends: the exit status, and the message for people.
struct CommandFailure: Error {
    let status: Int32
    let message: String
    var hint: String?
    /// The underlying cause, such as a system error; shown with `-v`.
    var cause: String?
    /// Whether to print nothing, because the failure needs no message.
    var isSilent = false

    static let usageStatus: Int32 = 64

    /// A failure of the kit.
    init(_ error: DomainError) {
        self.init(
            status: error.code.entry.exit,
            message: error.message(in: .current),
            hint: error.advice(in: .current),
            cause: error.cause
        )
    }

    init(status: Int32, message: String, hint: String? = nil, cause: String? = nil, isSilent: Bool = false) {
        self.status = status
        self.message = message
        self.hint = hint
        self.cause = cause
        self.isSilent = isSilent
    }

    /// An invalid command line.
    static func usage(_ message: String, hint: String? = nil) -> Self { Self(status: usageStatus, message: message, hint: hint) }

    /// An invalid setting, or one that this build cannot honour.
    static func configuration(_ message: String, hint: String? = nil) -> Self { Self(status: 78, message: message, hint: hint) }

    /// Some events were not delivered.
    static func partlyDone(_ message: String, hint: String? = nil) -> Self { Self(status: 4, message: message, hint: hint) }

    /// The receiver cannot be reached.
    static func unavailable(_ message: String, hint: String? = nil) -> Self { Self(status: 69, message: message, hint: hint) }

    /// Ctrl-C.
    static let interrupted = Self(status: 130, message: "", isSilent: true)

    /// The message for people: the error, its cause with `-v`, and the hint.
    func text(isVerbose: Bool) -> String {
        var text = "\(localized("error:")) \(message)\n"
        if isVerbose, let cause { text += "\(localized("cause:")) \(cause.visible)\n" }
        if let hint { text += "\(localized("hint:")) \(hint)\n" }
        return text
    }
}

extension Result where Failure == DomainError {
    /// The value; a failure is thrown as a `CommandFailure`.
    func orFail() throws(CommandFailure) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw CommandFailure(error)
        }
    }
}
