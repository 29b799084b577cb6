import CargoDomain
import CargoInfrastructure
import CargoWire

/// Answers requests of the runner protocol, version 1, one per line.
enum ParityRunner {
    /// What to do after a line.
    enum Next {
        /// Send the written answer as one line.
        case answer
        /// End the process.
        case stop
    }

    static let protocolVersion: Int64 = 1
    static let version = "0.1.0"

    /// Answers each line of a descriptor on standard output, without buffering, until `stop`, the end of input or closed output.
    static func serve(standardInput descriptor: Int32) async {
        var lines = LineReader(descriptor: descriptor)
        var writer = JSONWriter(capacity: 64 * 1024)
        while let line = lines.next(), await answer(line, to: &writer) == .answer {
            guard StandardOutput.write(line: &writer) else { return }
        }
    }

    private static let startShape = Shape.members(.required("cmd", .text), .required("protocol", .integer))
    private static let stopShape = Shape.members(.required("cmd", .text))

    /// Answers a line; an invalid request is answered with `protocol_malformed`.
    static func answer(_ line: UnsafeRawBufferPointer, to writer: inout JSONWriter) async -> Next {
        let request: Input
        do {
            request = try JSONParser.parse(line, hugeIntegers: .kept)
        } catch {
            writeMalformed(sequence: nil, to: &writer)
            return .answer
        }
        switch request["cmd"]?.asText {
        case "start" where startShape.firstBreach(in: request) == nil && request["protocol"] == .integer(protocolVersion):
            writeReady(to: &writer)
        case "run":
            do throws(DomainError) {
                await run(try RunRequest(checking: request), to: &writer)
            } catch {
                writeMalformed(request, to: &writer)
            }
        case "stop" where stopShape.firstBreach(in: request) == nil:
            return .stop
        default:
            writeMalformed(request, to: &writer)
        }
        return .answer
    }

    private static func run(_ request: RunRequest, to writer: inout JSONWriter) async {
        let world = ParityWorld(request)
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(request.steps.count)
        for step in request.steps { outcomes.append(await world.perform(step)) }
        writer.raw(#"{"finalState":"#)
        world.writeFinalState(to: &writer)
        writer.raw(#","seq":"#)
        writer.integer(request.sequence)
        writer.raw(#","steps":"#)
        outcomes.write(to: &writer)
        writer.raw("}")
    }

    private static func writeReady(to writer: inout JSONWriter) {
        writer.raw(#"{"errorCodes":"#)
        write(DomainError.Code.allCases.map(\.rawValue).sorted { $0.precedesByScalars($1) }, to: &writer)
        writer.raw(#","implementation":{"language":"swift","version":"#)
        writer.text(version)
        writer.raw(#"},"ops":"#)
        write(Operations.names, to: &writer)
        writer.raw(#","protocol":"#)
        writer.integer(protocolVersion)
        writer.raw(#","ready":true}"#)
    }

    private static func write(_ texts: [String], to writer: inout JSONWriter) {
        for (index, text) in texts.enumerated() {
            writer.raw(index == 0 ? "[" : ",")
            writer.text(text)
        }
        writer.raw("]")
    }

    private static func writeMalformed(_ request: Input, to writer: inout JSONWriter) {
        if case .integer(let sequence) = request["seq"] {
            writeMalformed(sequence: sequence, to: &writer)
        } else {
            writeMalformed(sequence: nil, to: &writer)
        }
    }

    private static func writeMalformed(sequence: Int64?, to writer: inout JSONWriter) {
        writer.raw(#"{"err":"#)
        DomainError.technical(.protocolMalformed).write(to: &writer)
        if let sequence {
            writer.raw(#","seq":"#)
            writer.integer(sequence)
        }
        writer.raw("}")
    }
}
