import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoRemote

/// What a NATS server sends, and the addresses of servers.
@Suite struct NATSParserTests {
    @Test func `operations are read, whole or in pieces`() throws {
        let text =
            "INFO {\"headers\":true}\r\n+OK\r\nPING\r\npong\r\n-ERR 'Stale Connection'\r\n"
            + "MSG a.1 1 5\r\nab\r\nc\r\nMSG a.2 1 reply.to 0\r\n\r\nHMSG a.3 1 30 30\r\nNATS/1.0 503 No Responders\r\n\r\n\r\n"
            + "HMSG a.4 1 12 14\r\nNATS/1.0\r\n\r\nok\r\n"
        let expected: [NATSOperation] = [
            .info(Array("{\"headers\":true}".utf8)), .ok, .ping, .pong, .error("'Stale Connection'"),
            .message(subject: "a.1", status: nil, payload: Array("ab\r\nc".utf8)), .message(subject: "a.2", status: nil, payload: []),
            .message(subject: "a.3", status: 503, payload: []), .message(subject: "a.4", status: nil, payload: Array("ok".utf8)),
        ]
        for length in [1, 2, 7, text.utf8.count] {
            var parser = NATSParser()
            var found: [NATSOperation] = []
            for start in stride(from: 0, to: text.utf8.count, by: length) {
                parser.append(text.utf8.dropFirst(start).prefix(length))
                while let operation = try parser.next() { found.append(operation) }
            }
            #expect(found == expected, "in pieces of \(length)")
            #expect(parser.isEmpty)
        }
    }

    @Test func `an event is published without its actor`() {
        let event = DomainEvent.stub(by: "token:ops")
        #expect(String(decoding: NATSHandler.payload(of: event), as: UTF8.self) == DomainEvent.stub().canonicalText)
    }

    @Test(
        arguments: [
            "HELLO\r\n", "PING\n", "MSG a 1\r\n", "MSG a 1 x\r\n", "MSG a 1 -1\r\n", "MSG a 1 1048577\r\n",
            "MSG a 1 99999999999999999999\r\n",
            "MSG a 1 2\r\nabc\r\n", "HMSG a 1 5 4\r\n", "HMSG a 1 2\r\n", "\r\n", String(repeating: "x", count: 65_540),
        ]
    )
    func `bytes that aren't the protocol are refused`(text: String) {
        var parser = NATSParser()
        parser.append(text.utf8)
        #expect(throws: NATSParser.Malformed.self) { while try parser.next() != nil {} }
    }

    @Test func `an address names servers`() {
        #expect(NATSAddress("nats://a,b:4223,[::1]:1")?.description == "nats://a:4222,b:4223,[::1]:1")
        let wrong = [
            "nats://", "nats://a,", "a:4222", "nats://user@a", "nats://user:pw@a", "nats://a:0", "nats://a:65536", "nats://a:",
            "nats://a/b",
            "nats://[::1", "tls://a",
        ]
        for text in wrong {
            #expect(NATSAddress(text) == nil, "\(text)")
        }
    }
}

#if !canImport(Darwin)
import CargoApplication

@Suite struct NATSHandlerTests {
    @Test(
        arguments: [
            (nil, #"{"stream":"CARGO","seq":1}"#, DeliveryOutcome.delivered),
            (nil, #"{"stream":"CARGO","seq":1,"duplicate":true}"#, .delivered),
            (503, "", .unavailable(reason: "no stream stores this subject", retryAfter: nil)),
            (
                nil, #"{"error":{"code":503,"description":"insufficient resources","err_code":10023},"seq":0,"stream":"CARGO"}"#,
                .unavailable(reason: "the stream answers: insufficient resources", retryAfter: nil)
            ),
            (
                nil, #"{"error":{"code":400,"description":"expected stream does not match"}}"#,
                .failed(reason: "the stream answers: expected stream does not match", retryAfter: nil)
            ),
            (nil, "{}", .failed(reason: "the acknowledgement can't be read", retryAfter: nil)),
            (nil, "\u{0}", .failed(reason: "the acknowledgement can't be read", retryAfter: nil)),
        ] as [(Int?, String, DeliveryOutcome)]
    )
    func `an acknowledgement is judged`(status: Int?, text: String, outcome: DeliveryOutcome) {
        #expect(NATSHandler.outcome(.init(status: status, payload: Array(text.utf8))) == outcome)
    }

    @Test(arguments: ["", ".", "a..b", "a b", "a.>", "*"])
    func `a subject has valid tokens`(subject: String) throws {
        let address = try #require(NATSAddress("nats://localhost"))
        #expect(throws: RemoteStoreError.self) { _ = try NATSHandler(address, subject: subject) }
    }
}
#endif
