#if CLI
import CargoApplication
import CargoDomain
import CargoInfrastructure

/// Why a command ends without having done all that it was asked for: the exit status, and what to tell whom.
struct CommandFailure: Error {
    /// One bad field of a request.
    struct Field {
        let path: String
        let code: String
        let message: String
    }

    let status: ExitStatus
    /// The stable code: one of the kit's, or one of the command line's own.
    let code: String
    let message: String
    let hint: String?
    let fields: [Field]
    /// What the system said; shown with `-v`.
    let cause: String?
    /// Whether it has been told already, or is nothing to tell.
    let isSilent: Bool

    init(
        _ status: ExitStatus,
        code: String,
        _ message: String,
        hint: String? = nil,
        fields: [Field] = [],
        cause: String? = nil,
        isSilent: Bool = false
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.fields = fields
        self.cause = cause
        self.isSilent = isSilent
    }

    /// A failure of the kit; `request` lets a bad field show what was given for it.
    init(_ error: DomainError, in request: Input? = nil) {
        let text = ErrorText(error)
        self.init(
            ExitStatus(error.code),
            code: error.code.rawValue,
            text.message,
            hint: text.hint,
            fields: error.fields.map { field in
                Field(path: field.path, code: field.code.rawValue, message: ErrorText.message(for: field, in: request))
            },
            cause: error.cause
        )
    }

    /// A command line that makes no sense.
    static func usage(_ message: String, hint: String? = nil) -> Self { Self(.usage, code: "usage", message, hint: hint) }

    /// Settings that make no sense.
    static func configuration(_ message: String, hint: String? = nil) -> Self {
        Self(.configuration, code: "configuration_invalid", message, hint: hint)
    }

    /// The end without a word: all has been told.
    static func silent(_ status: ExitStatus) -> Self { Self(status, code: "", "", isSilent: true) }

    /// The reader of our output went away, which is nobody's fault.
    static let outputClosed = Self.silent(.done)

    /// A file that could not be read or written.
    static func file(_ path: String, _ errorNumber: Int32, isInput: Bool) -> Self {
        let verb = isInput ? "read" : "write"
        let reason = SystemCall.describe(errorNumber)
        switch errorNumber {
        case SystemCall.noSuchFile where isInput:
            return Self(
                .noInput,
                code: "input_not_found",
                "There is no file \(path.quoted).",
                hint: "Check the path; - stands for standard input."
            )
        case SystemCall.permissionDenied, SystemCall.operationNotPermitted, SystemCall.readOnlyFileSystem:
            return Self(.notPermitted, code: "permission_denied", "Not permitted to \(verb) \(path.quoted): \(reason).")
        default:
            return Self(.inputOutput, code: "input_output_error", "Cannot \(verb) \(path.quoted): \(reason).")
        }
    }

    /// The canonical object that `-o json` prints on standard error.
    var json: String {
        var writer = JSONWriter()
        writer.raw(#"{"error":{"code":"#)
        writer.plain(code)
        if !fields.isEmpty {
            writer.raw(#","fields":["#)
            for (index, field) in fields.enumerated() {
                writer.raw(index == 0 ? #"{"code":"# : #",{"code":"#)
                writer.plain(field.code)
                writer.raw(#","path":"#)
                writer.text(field.path)
                writer.raw("}")
            }
            writer.raw("]")
        }
        if let hint {
            writer.raw(#","hint":"#)
            writer.text(hint)
        }
        writer.raw(#","message":"#)
        writer.text(message)
        writer.raw("}}")
        return writer.text
    }

    /// What people read.
    func text(_ palette: Palette, isVerbose: Bool) -> String {
        var text = "\(palette(.bad, "error:")) \(message)\n"
        for field in fields { text += "  \(field.message)\n" }
        if isVerbose, let cause { text += "\(palette(.dim, "cause:")) \(cause.visible)\n" }
        if let hint { text += "\(palette(.bold, "hint:")) \(hint)\n" }
        return text
    }
}

extension Result where Failure == DomainError {
    /// The value, or the failure as the command line tells it.
    func orFail(in request: Input? = nil) throws(CommandFailure) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw CommandFailure(error, in: request)
        }
    }
}

extension String {
    /// The text in quotes, safe to show.
    var quoted: String { "‘\(visible)’" }
}
#endif
