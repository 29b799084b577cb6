import CargoDomain
import CargoLocalization
import CargoWire

/// Why a command failed, wholly or in part: the exit status, and the message for people and for programs.
struct CommandFailure: Error {
    /// An invalid field of a request.
    struct Field {
        let path: String
        let code: String
        let message: String
    }

    let status: ExitStatus
    /// The stable code: a `DomainError.Code`, or one that only the command line has.
    let code: String
    let message: String
    let hint: String?
    let fields: [Field]
    /// The underlying cause, such as a system error; shown with `-v`.
    let cause: String?
    /// Whether to print nothing, because the failure was already reported or needs no message.
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

    /// A failure of the kit; `request` lets messages quote the invalid values.
    init(_ error: DomainError, in request: Input? = nil) {
        let text = ErrorText(error, in: request)
        self.init(
            error.isRefusal ? .notPermitted : ExitStatus(error.code),
            code: error.code.rawValue,
            text.message,
            hint: text.hint,
            fields: error.fields.map { field in
                Field(path: field.path, code: field.code.rawValue, message: ErrorText.message(for: field, in: request))
            },
            cause: error.cause
        )
    }

    /// An invalid command line.
    static func usage(_ message: String, hint: String? = nil) -> Self { Self(.usage, code: "usage", message, hint: hint) }

    /// An invalid setting, or one that this build cannot honour.
    static func configuration(_ message: String, hint: String? = nil) -> Self {
        Self(.configuration, code: "configuration_invalid", message, hint: hint)
    }

    /// A failure that was already reported.
    static func silent(_ status: ExitStatus) -> Self { Self(status, code: "", "", isSilent: true) }

    /// The reader of standard output closed the pipe; not an error.
    static let outputClosed = Self.silent(.done)

    /// A file that could not be read or written.
    static func file(_ path: String, _ errorNumber: Int32, isInput: Bool) -> Self {
        let reason = SystemCall.describe(errorNumber)
        switch errorNumber {
        case SystemCall.noSuchFile where isInput:
            return Self(
                .noInput,
                code: "input_not_found",
                localized("File \(path.inQuotes) does not exist."),
                hint: localized("Check the path, or use - for standard input.")
            )
        case SystemCall.permissionDenied, SystemCall.operationNotPermitted, SystemCall.readOnlyFileSystem:
            return Self(
                .notPermitted,
                code: "permission_denied",
                isInput
                    ? localized("Not permitted to read \(path.inQuotes): \(reason).")
                    : localized("Not permitted to write \(path.inQuotes): \(reason).")
            )
        default:
            return Self(
                .inputOutput,
                code: "input_output_error",
                isInput
                    ? localized("Cannot read \(path.inQuotes): \(reason).") : localized("Cannot write \(path.inQuotes): \(reason).")
            )
        }
    }

    /// The canonical JSON object that `-o json` prints on standard error.
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

    /// The message for people: the error, its fields, its cause with `-v`, and the hint.
    func text(_ palette: Palette, isVerbose: Bool) -> String {
        var text = "\(palette(.bad, localized("error:"))) \(message)\n"
        for field in fields { text += "  \(field.message)\n" }
        if isVerbose, let cause { text += "\(palette(.dim, localized("cause:"))) \(cause.visible)\n" }
        if let hint { text += "\(palette(.bold, localized("hint:"))) \(hint)\n" }
        return text
    }
}

extension Result where Failure == DomainError {
    /// The value; a failure is thrown as a `CommandFailure`.
    func orFail(in request: Input? = nil) throws(CommandFailure) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw CommandFailure(error, in: request)
        }
    }
}
