import CargoDomain
import CargoWire
import Testing

@Suite("Checking the shape of input")
struct ShapeTests {
    static let leg = Shape.members(.required("loadTime", .text), .optional("voyageNumber", .text))
    static let shape = Shape.members(
        .required("version", .integer),
        .required("isLate", .boolean),
        .optional("legs", .list(leg)),
        .required("data", .any)
    )

    @Test(
        "the first mismatch is reported, with members in name order, depth first",
        arguments: [
            (["data": [], "isLate": true, "version": 1], nil),
            (
                ["data": ["x": [:]], "isLate": true, "legs": [["loadTime": "a"], ["loadTime": "b", "voyageNumber": "c"]], "version": 1], nil
            ),
            (["data": "", "isLate": false, "version": .hugeInteger("99999999999999999999")], nil),
            ("text", ""), ([], ""), (1, ""), (true, ""), ([:], "data"),
            (["data": 1, "version": 1], "isLate"), (["data": 1, "isLate": true], "version"),
            (["data": 1, "isLate": "true", "version": "1"], "isLate"), (["data": 1, "isLate": true, "version": "1"], "version"),
            (["data": 1, "isLate": 0, "version": true], "isLate"),
            (["a": 1, "data": 1], "a"), (["data": 1, "e": 1], "e"), (["data": 1, "isLate": true, "version": 1, "z": 1], "z"),
            (["data": 1, "isLate": true, "version": 1, "": 1], ""),
            (["data": 1, "isLate": true, "legs": [:]], "legs"), (["data": 1, "isLate": true, "legs": ["x"]], "legs[0]"),
            (["data": 1, "isLate": true, "legs": [["loadTime": "a"], [:]], "z": 1], "legs[1].loadTime"),
            (["data": 1, "isLate": true, "legs": [["loadTime": "a", "unloadTime": "b"]]], "legs[0].unloadTime"),
            (["data": 1, "isLate": true, "legs": [["loadTime": "a", "voyageNumber": 7]]], "legs[0].voyageNumber"),
            (["data": 1, "isLate": true, "legs": [["aLoad": "a", "loadTime": 1]]], "legs[0].aLoad"),
        ] as [(Input, String?)]
    )
    func firstBreach(value: Input, expected: String?) {
        #expect(Self.shape.firstBreach(in: value) == expected)
    }

    @Test("the path of the value prefixes the path of the mismatch")
    func prefix() {
        #expect(Self.shape.firstBreach(in: [:], at: "args") == "args.data")
        #expect(Shape.list(.text).firstBreach(in: ["a", 1], at: "events") == "events[1]")
        #expect(Shape.list(.list(.integer)).firstBreach(in: [[1], [1, "x"]]) == "[1][1]")
    }

    @Test("a mismatch is shape_invalid with its path")
    func check() {
        #expect(throws: DomainError.shapeInvalid(path: "legs[0].loadTime")) { try Self.leg.check([:], at: "legs[0]") }
        #expect(throws: Never.self) { try Self.leg.check(["loadTime": "x"]) }
    }

    @Test("members are found by name, compared by scalars")
    func members() {
        let value: Input = ["b": 2, "a": "x", "e\u{301}": 3]
        #expect(value["a"] == "x")
        #expect(value["b"] == 2)
        #expect(value["c"] == nil)
        #expect(value["\u{e9}"] == nil)
        #expect(value["e\u{301}"] == 3)
        #expect(("x" as Input)["a"] == nil)
        #expect(value == .object([.init(name: "a", value: "x"), .init(name: "b", value: 2), .init(name: "e\u{301}", value: 3)]))
    }

    @Test("VAL-TXT-1: input is compared by scalars and by kind")
    func equality() {
        #expect("é" as Input != "e\u{301}" as Input)
        #expect(["é": 1] as Input != ["e\u{301}": 1] as Input)
        #expect(1 as Input != "1" as Input)
        #expect(1 as Input != .hugeInteger("1"))
        #expect([] as Input != [:] as Input)
        #expect([1, [true]] as Input == [1, [true]] as Input)
        #expect([1] as Input != [1, 1] as Input)
    }
}
