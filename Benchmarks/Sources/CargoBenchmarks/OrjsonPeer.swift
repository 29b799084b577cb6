import Foundation

/// Why a measurement isn't possible here.
struct BenchmarkSkipped: Error {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Python's orjson, the fastest widely used codec of another language, in a process that waits for commands.
final class OrjsonPeer {
    private static let script = """
        import sys, time
        try:
            import orjson
        except ImportError:
            print("missing", flush=True)
            sys.exit()
        data = sys.stdin.buffer.readline().rstrip()
        value = orjson.loads(data)
        assert orjson.dumps(value) == data
        print("ready", flush=True)
        for line in sys.stdin:
            what, count = line.split()
            numbers = range(int(count))
            start = time.perf_counter()
            if what == "encode":
                dumps = orjson.dumps
                for _ in numbers:
                    dumps(value)
            else:
                loads = orjson.loads
                for _ in numbers:
                    loads(data)
            print(time.perf_counter() - start, flush=True)
        """

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts the process and sends the document.
    ///
    /// Throws if orjson isn't installed.
    init(_ document: [UInt8]) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.script]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(document + [UInt8(ascii: "\n")]))
        guard try line() == "ready" else { throw BenchmarkSkipped("no orjson for python3: pip install orjson") }
    }

    /// Returns the seconds that orjson takes, as measured in its own process, so communication isn't counted.
    func seconds(_ what: String, times: Int) throws -> Double {
        input.fileHandleForWriting.write(Data("\(what) \(times)\n".utf8))
        guard let time = Double(try line()) else { throw BenchmarkFailure("orjson has no answer") }
        return time
    }

    /// Returns how many times as fast as orjson the body is: the median over rounds in which both run, in random order.
    func speedUp(_ what: String, times: Int, rounds: Int = 31, _ body: () throws -> Void) throws -> Double {
        let clock = ContinuousClock()
        var ratios: [Double] = []
        for round in 0...rounds {
            let isFirst = Bool.random()
            var ours: Duration = .zero
            if isFirst { ours = try clock.measure { for _ in 0..<times { try body() } } }
            let peer = try seconds(what, times: times)
            if !isFirst { ours = try clock.measure { for _ in 0..<times { try body() } } }
            if round > 0 { ratios.append(peer / (ours / .seconds(1))) }
        }
        return ratios.sorted()[ratios.count / 2]
    }

    private func line() throws -> String {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte.first != UInt8(ascii: "\n") { line += byte }
        return String(decoding: line, as: UTF8.self)
    }

    deinit { input.fileHandleForWriting.closeFile() }
}
