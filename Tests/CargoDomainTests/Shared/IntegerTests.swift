import CargoDomain
import CargoTesting
import Testing

@Suite("Integers")
struct IntegerTests {
    static let largest: Int64 = 9_007_199_254_740_991

    @Test("VAL-INT-1: a version is between 0 and the largest integer of the wire format", arguments: [0, 1, largest])
    func versions(version: Int64) throws {
        #expect(try Cargo.stub().reconstituted(atVersion: version).version == version)
        #expect(try Voyage.reconstitute(number: .stub(), schedule: .stub(), version: version).version == version)
    }

    @Test("VAL-INT-1: a version out of range is rejected, and the error has its digits", arguments: [-1, largest + 1, .min, .max])
    func versionsOutOfRange(version: Int64) {
        let error = DomainError.invalid(.integerOutOfRange, text: String(version))
        #expect(throws: error) { try Cargo.stub().reconstituted(atVersion: version) }
        #expect(throws: error) { try Voyage.reconstitute(number: .stub(), schedule: .stub(), version: version) }
    }

    @Test("VAL-INT-1, REP-2: the largest version has no successor")
    func nextVersion() throws {
        #expect(try Version.next(after: 0) == 1)
        #expect(try Version.next(after: Self.largest - 1) == Self.largest)
        #expect(throws: DomainError.invalid(.integerOutOfRange, text: "9007199254740992")) { try Version.next(after: Self.largest) }
        #expect(throws: DomainError.invalid(.integerOutOfRange, text: "9223372036854775808")) { try Version.next(after: .max) }
    }

    @Test("VAL-INT-1: a page has a limit of 1 to 1000 items")
    func pageLimits() throws {
        for limit in [1, 2, 999, 1000] { try PageLimit.check(limit) }
        for limit in [0, -1, 1001, .min, .max] {
            #expect(throws: DomainError.invalid(.integerOutOfRange, text: String(limit))) { try PageLimit.check(limit) }
        }
    }
}
