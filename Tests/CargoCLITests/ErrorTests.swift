#if CLI
import CargoDomain
import CargoWire
import Foundation
import Testing

@testable import cargo_cli

@Suite("Each failure has a status and a message")
struct ErrorTests {
    @Test func `the exit statuses are those of spec/errors.json, code by code`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "spec/errors.json"), encoding: .utf8)
        let entries = try #require(try JSONParser.parse(text)["errors"]?.asList)
        var listed: [String: Input] = [:]
        for entry in entries { listed[try #require(entry["code"]?.asText)] = entry["cliExit"] }
        #expect(Set(listed.keys) == Set(DomainError.Code.allCases.map(\.rawValue)))
        for code in DomainError.Code.allCases {
            #expect(listed[code.rawValue] == .integer(Int64(ExitStatus(code).rawValue)), "\(code.rawValue)")
        }
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
#endif
