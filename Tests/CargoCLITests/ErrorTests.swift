import CargoDomain
import CargoWire
import Testing

@testable import cargo_cli

@Suite("Each failure has a status and a message")
struct ErrorTests {
    @Test(arguments: DomainError.Code.allCases)
    func `every code has one of the exit statuses`(code: DomainError.Code) {
        #expect(ExitStatus(code).rawValue == code.entry.exit)
    }

    @Test(arguments: DomainError.Code.allCases)
    func `every code has a message that is a sentence, with terminal controls escaped`(code: DomainError.Code) {
        let failure = CommandFailure(.invalid(code, text: "the\u{1B}text"))
        #expect(failure.message.hasSuffix("."))
        #expect(failure.message.first.map { $0.isUppercase || $0.isNumber || $0 == "‘" } == true)
        #expect(!failure.message.contains("\u{1B}"))
        #expect(failure.code == code.rawValue)
        #expect(failure.hint != "")
    }

    @Test func `invalid fields are reported by option name, with the given value`() {
        let request: Input = ["arrivalDeadline": "soon", "origin": ""]
        let error = DomainError.validationFailed([
            .init(path: "arrivalDeadline", code: .instantInvalid), .init(path: "origin", code: .unLocodeInvalid),
            .init(path: "customerId", code: .fieldRequired),
        ])
        let failure = CommandFailure(error, in: request)
        #expect(failure.status == .badData)
        #expect(
            failure.text(.plain, isVerbose: false) == """
                error: 3 values are invalid.
                  --deadline: ‘soon’ is not a valid time. Write the date, time and time zone, such as 2026-03-01T12:00:00Z or \
                2026-03-01T12:00:00+01:00.
                  --customer: missing
                  --origin: empty

                """
        )
        #expect(
            failure.json == """
                {"error":{"code":"validation_failed","fields":[{"code":"instant_invalid","path":"arrivalDeadline"},\
                {"code":"field_required","path":"customerId"},{"code":"un_locode_invalid","path":"origin"}],\
                "message":"3 values are invalid."}}
                """
        )
    }

    @Test func `the cause is shown only with -v`() {
        let failure = CommandFailure(.technical(.storeUnavailable, cause: "EACCES"))
        #expect(!failure.text(.plain, isVerbose: false).contains("EACCES"))
        #expect(failure.text(.plain, isVerbose: true).contains("cause: EACCES\n"))
        #expect(!failure.json.contains("EACCES"))
    }
}
