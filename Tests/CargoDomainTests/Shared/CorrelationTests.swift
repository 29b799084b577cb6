import CargoDomain
import CargoTesting
import Testing

@Suite("The id of a request")
struct CorrelationTests {
    @Test(arguments: ["r", "order.7-a_B", String(repeating: "x", count: 128)])
    func `is text that can stand in a header`(text: String) { #expect(RequestId(text)?.text == text) }

    @Test(arguments: ["", "a b", "a\r\nX-Evil: 1", "\0", "é", "a\"b", String(repeating: "x", count: 129)])
    func `is nothing else`(text: String) { #expect(RequestId(text) == nil) }

    @Test func `is a number in sixteen hexadecimal digits`() {
        #expect(RequestId(0x0123_4567_89ab_cdef).text == "0123456789abcdef")
        #expect(RequestId(.max).text == "ffffffffffffffff")
        #expect(RequestId(0).text == "0000000000000000")
    }

    @Test func `is carried by the events of a save, until the work ends`() async {
        let cargo = Cargo.stub()
        func ids() -> [String?] { DomainEvent.events(raisedBy: cargo, storedAs: 1, at: .stub()).map(\.correlationId) }
        #expect(Correlation.$id.withValue(RequestId("r-1")) { ids() } == ["r-1"])
        #expect(ids() == [nil])
    }
}
