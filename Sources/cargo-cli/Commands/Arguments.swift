#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain

/// Puts a request together from what stands on the command line; what is absent there is absent in it.
struct RequestBuilder {
    private var members: [Input.Member] = []

    /// An id or a code: trimmed and put in upper case.
    mutating func code(_ name: String, _ text: String?) { put(name, text.map { .text($0.folded) }) }

    /// Any other text: trimmed, its case kept.
    mutating func text(_ name: String, _ text: String?) { put(name, text.map { .text($0.trimmed) }) }

    /// A whole number.
    mutating func number(_ name: String, _ number: Int64?) {
        put(name, number.map { $0.magnitude <= 9_007_199_254_740_991 ? .integer($0) : .hugeInteger(String($0)) })
    }

    /// Anything.
    mutating func put(_ name: String, _ value: Input?) {
        if let value { members.append(.init(name: name, value: value)) }
    }

    var input: Input { Input(members: members) }
}

/// What commands that write have in common.
struct WriteOptions: ParsableArguments {
    @Flag(name: .customLong("dry-run"), help: "Check everything and write nothing.")
    var isDryRun = false
}

/// Tracking ids on the command line, or one a line on standard input.
struct TrackingIds: ParsableArguments {
    @Argument(help: "Tracking ids, or - to read them from standard input.")
    var ids: [String]

    /// The ids, folded; standard input is read for `-`.
    func all() throws(CommandFailure) -> [String] { try Self.all(of: ids) }

    /// The ids that such arguments name.
    static func all(of ids: [String]) throws(CommandFailure) -> [String] {
        var all: [String] = []
        for id in ids {
            if id == "-" {
                let text = try InputFile.text("-")
                all += text.split(whereSeparator: \.isWhitespace).map { String($0).folded }
            } else {
                all.append(id.folded)
            }
        }
        return all
    }
}
#endif
