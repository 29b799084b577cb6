import Foundation
import Testing

@Suite("The runner as a process", .serialized, .waitsForProcesses)
struct ParityProcessTests {
    /// A running cargo-parity process with its input and output pipes.
    final class RunningProcess {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        private var rest = Data()

        init() throws {
            process.executableURL = BuiltProduct.url("cargo-parity")
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        func send(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

        /// The next line of output; nil at the end.
        func readLine() -> String? {
            while true {
                if let newline = rest.firstIndex(of: 0x0A) {
                    defer { rest = Data(rest[(newline + 1)...]) }
                    return String(decoding: rest[..<newline], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else { return nil }
                rest += more
            }
        }

        func endInput() throws { try input.fileHandleForWriting.close() }

        func status() -> Int32 {
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    static func run(_ number: Int) -> String {
        #"{"clock":"2026-01-01T00:00:00.000Z","cmd":"run","given":{},"ids":[],"seq":\#(number),"when":[]}"#
    }

    static func answer(_ number: Int) -> String { #"{"finalState":{"cargos":[],"handlingEvents":[]},"seq":\#(number),"steps":[]}"# }

    @Test("each line is answered before the next is sent; stop ends the process with status 0")
    func conversation() throws {
        let runner = try RunningProcess()
        try runner.send(#"{"cmd":"start","protocol":1}"# + "\n")
        #expect(runner.readLine()?.hasSuffix(#""ready":true}"#) == true)
        for number in 1...100 {
            try runner.send(Self.run(number) + "\n")
            #expect(runner.readLine() == Self.answer(number))
        }
        try runner.send("nonsense\n")
        #expect(runner.readLine() == ParityProtocolTests.malformed)
        try runner.send(#"{"cmd":"stop"}"# + "\n" + Self.run(1) + "\n")
        #expect(runner.readLine() == nil)
        #expect(runner.status() == 0)
    }

    @Test("the end of input ends the process with status 0, even if the last line has no newline", arguments: ["", "\n", "\r\n"])
    func endOfInput(ending: String) throws {
        let runner = try RunningProcess()
        try runner.send(Self.run(1) + "\n" + Self.run(2) + ending)
        try runner.endInput()
        #expect(runner.readLine() == Self.answer(1))
        #expect(runner.readLine() == Self.answer(2))
        #expect(runner.readLine() == nil)
        #expect(runner.status() == 0)
    }

    @Test("a line of ten million bytes is a line like any other")
    func longLine() throws {
        let runner = try RunningProcess()
        let name = String(repeating: "a", count: 10_000_000)
        let long = #"{"cmd":"\#(name)","seq":7}"# + "\n\n" + Self.run(8) + "\n"
        try runner.send(long)
        #expect(runner.readLine() == ParityProtocolTests.malformed7)
        #expect(runner.readLine() == ParityProtocolTests.malformed)
        #expect(runner.readLine() == Self.answer(8))
        try runner.endInput()
        #expect(runner.status() == 0)
    }
}
