import CargoWire
@testable import cargo_parity

/// Answers lines of the runner protocol within the test process.
enum Runner {
    /// The answer to a line; nil for one that ends the process.
    static func answer(_ line: String) async -> String? { await answer(bytes: Array(line.utf8)) }

    /// The answer to a line of any bytes.
    static func answer(bytes: [UInt8]) async -> String? {
        var writer = JSONWriter()
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        switch await ParityRunner.answer(UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]), to: &writer) {
        case .answer: return writer.text
        case .stop: return nil
        }
    }

    /// A request that runs steps at day 0.
    ///
    /// Each step is given as `op {args}`, the world as JSON.
    static func line(_ steps: [String], given: String = "{}", ids: String = "[]") -> String {
        let when = steps.map { step in
            let parts = step.split(separator: " ", maxSplits: 1)
            return #"{"args":\#(parts.count > 1 ? parts[1] : "{}"),"op":"\#(parts[0])"}"#
        }
        return """
            {"clock":"2026-01-01T00:00:00.000Z","cmd":"run","given":\(given),"ids":\(ids),"seq":7,"when":[\(when.joined(separator: ","))]}
            """
    }

    /// The answers to steps, without the final state.
    static func steps(_ steps: String..., given: String = "{}", ids: String = "[]") async -> String? {
        await answer(line(steps, given: given, ids: ids))?.components(after: #""steps":"#).map { String($0.dropLast()) }
    }

    /// The answer to a single step: `ok …`, `err …` or `unsupported true`, and the events if there are any.
    static func step(_ step: String, given: String = "{}", ids: String = "[]") async -> String? {
        await steps(step, given: given, ids: ids)
    }
}

extension String {
    /// The text after the last occurrence of a text.
    func components(after text: String) -> Substring? {
        guard let range = ranges(of: text).last else { return nil }
        return self[range.upperBound...]
    }
}
