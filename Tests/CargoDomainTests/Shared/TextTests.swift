import CargoDomain
import CargoTesting
import Testing

@Suite("Free text")
struct TextTests {
    static let composed = "G\u{F6}teborg"
    static let decomposed = "Go\u{308}teborg"

    @Test("VAL-TXT-1: composed and decomposed letters make different names, locations and set members")
    func names() throws {
        let composed = try LocationName(Self.composed)
        let decomposed = try LocationName(Self.decomposed)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(try composed == LocationName(Self.composed))
        #expect(Location.stub(name: Self.composed) != .stub(name: Self.decomposed))
        #expect(Location.stub(name: Self.composed).isSameLocation(as: .stub(name: Self.decomposed)))
    }

    @Test("VAL-TXT-1: names sort by scalars, not by UTF-16 units, grapheme clusters or a locale")
    func order() throws {
        let names = ["A", "Z", "a", "a\u{308}", "\u{E4}", "\u{FF5E}", "\u{1F600}"]
        #expect(try names.reversed().map { try LocationName($0) }.sorted().map(\.text) == names)
        #expect(try LocationName("o\u{308}") < LocationName("\u{F6}"))
        #expect(try !(LocationName("\u{F6}") < LocationName("o\u{308}")))
    }

    @Test("VAL-TXT-1: errors whose texts differ in scalars are different errors")
    func errors() {
        let composed = DomainError.invalid(.locationNameInvalid, text: Self.composed)
        let decomposed = DomainError.invalid(.locationNameInvalid, text: Self.decomposed)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(DomainError.shapeInvalid(path: Self.composed) != .shapeInvalid(path: Self.decomposed))
        #expect(DomainError.corruptRecord(rule: "DLV-10", id: "1") != .corruptRecord(rule: "DLV-10", id: "2"))
    }

    @Test("VAL-TXT-1: fields that differ in scalars are different fields and sort by scalars")
    func fields() {
        let composed = DomainError.FieldError(path: Self.composed, code: .shapeInvalid)
        let decomposed = DomainError.FieldError(path: Self.decomposed, code: .shapeInvalid)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(DomainError.validationFailed([composed]) != .validationFailed([decomposed]))
        #expect(
            DomainError.validationFailed([composed, decomposed]).fields.map(\.path).first.map { Array($0.utf8) }
                == Array(Self.decomposed.utf8)
        )
    }

    @Test("VAL-TXT-1: correlation ids are compared by scalars")
    func correlation() {
        func event(_ correlationId: String?) -> DomainEvent {
            DomainEvent(
                eventId: "Cargo:ABC123:1:0",
                occurredAt: .stub(),
                schemaVersion: 1,
                correlationId: correlationId,
                actor: nil,
                aggregateType: .cargo,
                aggregateId: "ABC123",
                aggregateVersion: 1,
                sequence: 0,
                fact: .cargoBackOnTrack
            )
        }
        #expect(event(Self.composed) == event(Self.composed))
        #expect(event(Self.composed) != event(Self.decomposed))
        #expect(event(Self.composed) != event(nil))
        #expect(event(nil) == event(nil))
        #expect(event(nil) != event(nil).stored(as: 1))
    }

    @Test("VAL-TXT-2: a reason has 1 to 200 scalars, no control characters, and more than white space; it stays as it was given")
    func reasons() throws {
        for text in ["x", " Double scan ", Self.decomposed, String(repeating: "\u{1F600}", count: 200)] {
            #expect(try Reason(text).text.unicodeScalars.elementsEqual(text.unicodeScalars))
        }
        for text in ["", " \u{3000}", "a\nb", "a\u{7F}", String(repeating: "a", count: 201)] {
            #expect(throws: DomainError.invalid(.reasonInvalid, text: text)) { try Reason(text) }
        }
        #expect(try Reason(Self.composed) != Reason(Self.decomposed))
    }
}
