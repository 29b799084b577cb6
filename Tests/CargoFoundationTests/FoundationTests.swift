import CargoDomain
import CargoLocalization
import CargoTesting
import Foundation
import Testing

@testable import CargoFoundation

@Suite("Foundation bridges for errors and instants")
struct FoundationTests {
    @Test func `a localised error has the message and the advice, in the language that the user prefers`() {
        let error = DomainError.invalid(.unLocodeInvalid, text: "nowhere")
        #expect((error as any Error).localizedDescription == error.message(in: .preferred))
        #expect(error.recoverySuggestion == error.advice(in: .preferred))
        #expect(error.text(in: .english) == "‘nowhere’ is not a valid UN/LOCODE.")
        #expect(error.text(in: .german) == "„nowhere“ ist kein gültiger UN/LOCODE.")
    }

    @Test func `an invalid request's localised error lists its fields`() {
        let error = DomainError.validationFailed([.init(path: "origin", code: .fieldRequired)])
        #expect(error.text(in: .english) == "One value is invalid. origin: This value is required.")
        #expect(error.text(in: .german) == "Eine Angabe ist ungültig. origin: Diese Angabe ist erforderlich.")
    }

    #if os(Linux)
    @Test func `on Linux, the environment names the preferred language`() {
        #expect(Language.preferred == Language(environment: ProcessInfo.processInfo.environment))
    }
    #endif

    @Test(arguments: [Instant.earliest, .stub(), .stub(day: 0, millisecond: 1), .stub(day: 40_000, millisecond: 999), .latest])
    func `an instant survives a round trip through Date`(instant: Instant) throws {
        #expect(try Instant(Date(instant)) == instant)
    }

    @Test func `a date is rounded to the nearest millisecond`() throws {
        #expect(try Instant(Date(timeIntervalSince1970: 1.0004)).epochMilliseconds == 1000)
        #expect(try Instant(Date(timeIntervalSince1970: 1.0006)).epochMilliseconds == 1001)
    }

    @Test(arguments: [-1, 253_402_300_800, 1e300, .infinity, .nan])
    func `a date outside 1970 to 9999 is instant_out_of_range`(seconds: Double) {
        let error = #expect(throws: DomainError.self) { try Instant(Date(timeIntervalSince1970: seconds)) }
        #expect(error?.code == .instantOutOfRange)
    }
}
