import CargoDomain
import CargoWire
import Testing

@testable import cargo_parity

@Suite("The runner protocol")
struct ParityProtocolTests {
    static let malformed = #"{"err":{"code":"protocol_malformed","params":{},"tier":"technical"}}"#
    static let malformed7 = #"{"err":{"code":"protocol_malformed","params":{},"tier":"technical"},"seq":7}"#

    @Test("start is answered with all operations and all error codes, sorted")
    func start() async throws {
        let answer = try #require(await Runner.answer(#"{"cmd":"start","protocol":1}"#))
        #expect(answer.hasSuffix(#","protocol":1,"ready":true}"#))
        #expect(answer.contains(#""implementation":{"language":"swift","version":"0.1.0"}"#))
        let tree = try JSONParser.parse(answer)
        #expect(tree["errorCodes"]?.asList?.compactMap(\.asText) == DomainError.Code.allCases.map(\.rawValue).sorted())
        #expect(tree["ops"]?.asList?.compactMap(\.asText) == Operations.names)
        #expect(Operations.names.count == 73)
        #expect(try CanonicalJSON.canonicalize(answer) == answer)
    }

    @Test("stop has no answer")
    func stop() async { #expect(await Runner.answer(#"{"cmd":"stop"}"#) == nil) }

    @Test(
        "a line that is not a valid request is malformed, and the answer has its number if that can be read",
        arguments: [
            ("", false), (" ", false), ("x", false), ("null", false), ("[]", false), ("\"run\"", false), ("{}", false),
            (#"{"cmd":"run"}"#, false), (#"{"cmd":"run","cmd":"run","seq":7}"#, false), (#"{"cmd":"run","seq":7}"#, true),
            (#"{"cmd":"run","seq":7,}"#, false), (#"{"cmd":"run","seq":7} {}"#, false), (#"{"cmd":"run","seq":"7"}"#, false),
            (#"{"cmd":"run","seq":9007199254740992}"#, false), (#"{"cmd":"Run","seq":7}"#, true), (#"{"cmd":1,"seq":7}"#, true),
            (#"{"seq":7}"#, true), (#"{"cmd":"start","seq":7}"#, true), (#"{"cmd":"start","protocol":2,"seq":7}"#, true),
            (#"{"cmd":"start","protocol":1,"seq":7}"#, true), (#"{"cmd":"stop","seq":7}"#, true),
            (#"{"clock":"2026-01-01","cmd":"run","given":{},"ids":[],"seq":7,"when":[]}"#, true),
            (#"{"clock":1,"cmd":"run","given":{},"ids":[],"seq":7,"when":[]}"#, true),
            (#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":[],"ids":[],"seq":7,"when":[]}"#, true),
            (#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":{"cargo":[]},"ids":[],"seq":7,"when":[]}"#, true),
            (#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":{"voyages":[{}]},"ids":[],"seq":7,"when":[]}"#, true),
            (#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":{},"ids":["abc"],"seq":7,"when":[]}"#, true),
            (#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":{},"ids":[],"seq":7,"when":{}}"#, true),
            (#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":{},"ids":[],"seq":7,"when":[{"op":"x"}]}"#, true),
            (#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":{},"ids":[],"seq":7,"when":[{"args":{},"op":1}]}"#, true),
            (#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":{},"ids":[],"seq":7,"when":[{"args":{},"at":"x","op":"x"}]}"#, true),
            (#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":{},"ids":[],"seq":7,"when":[],"x":1}"#, true),
        ] as [(String, Bool)]
    )
    func malformed(line: String, isNumbered: Bool) async {
        #expect(await Runner.answer(line) == (isNumbered ? Self.malformed7 : Self.malformed))
    }

    @Test("bytes that are not UTF-8, zero bytes and endless brackets are malformed")
    func bytes() async {
        #expect(await Runner.answer(bytes: [0xFF, 0xFE]) == Self.malformed)
        #expect(await Runner.answer(bytes: [0]) == Self.malformed)
        #expect(await Runner.answer(bytes: Array("{\"cmd\":\"\u{0}".utf8)) == Self.malformed)
        #expect(await Runner.answer(bytes: Array(#"{"cmd":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)) == Self.malformed)
        #expect(await Runner.answer(String(repeating: "[", count: 1_000_000)) == Self.malformed)
    }

    @Test("a run without given and ids starts empty; seq is returned unchanged")
    func sparse() async {
        #expect(
            await Runner.answer(#"{"clock":"2026-01-01T01:00:00+01:00","cmd":"run","seq":-3,"when":[]}"#)
                == #"{"finalState":{"cargos":[],"handlingEvents":[]},"seq":-3,"steps":[]}"#
        )
    }

    @Test("an unknown operation is unsupported with any arguments; invalid arguments fail the step")
    func steps() async {
        let answer = await Runner.steps(
            "no.such [null]".replacing("null", with: "1"),
            "trackingId.parse 1",
            "trackingId.parse {\"text\":\"AB1\"}"
        )
        #expect(
            answer == """
                [{"events":[],"result":{"unsupported":true}},\
                {"events":[],"result":{"err":{"code":"shape_invalid","params":{"path":""},"tier":"validation"}}},\
                {"events":[],"result":{"ok":"AB1"}}]
                """
        )
    }

    @Test("at moves the clock forward or back for the following steps, too")
    func clock() async throws {
        let spec = #"{"arrivalDeadline":"2026-03-01T00:00:00Z","destination":"SESTO","origin":"HKHKG"}"#
        let args = #"{"customerId":"C","routeSpecification":\#(spec),"trackingId":"ABC"}"#
        func step(_ at: String) -> String { #"{"args":\#(args)\#(at),"op":"cargo.book"}"# }
        let when = [
            step(#","at":"2026-03-01T00:00:00Z""#), step(""), step(#","at":"2026-02-28T23:59:59.999Z""#), step(""),
        ].joined(separator: ",")
        let answer = try #require(
            await Runner.answer(#"{"clock":"2026-01-01T00:00:00Z","cmd":"run","given":{},"ids":[],"seq":7,"when":[\#(when)]}"#)
        )
        let results = try JSONParser.parse(answer)["steps"]?.asList?.map { $0["result"]?["err"]?["code"]?.asText ?? "ok" }
        #expect(results == ["deadline_not_in_future", "deadline_not_in_future", "ok", "ok"])
    }

    @Test("runs are independent of each other")
    func fresh() async {
        let line = Runner.line([#"useCase.registerLocation {"name":"Oslo","unLocode":"NOOSL"}"#, "useCase.listCargos"])
        #expect(await Runner.answer(line) == (await Runner.answer(line)))
    }
}
