import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// Builds a request from command-line values; a value that is nil is left out of the request.
struct RequestBuilder {
    private var members: [Input.Member] = []

    /// Adds an id or a code, trimmed and in upper case.
    mutating func code(_ name: String, _ text: String?) { put(name, text.map { .text($0.folded) }) }

    /// Adds any other text, trimmed, with its case kept.
    mutating func text(_ name: String, _ text: String?) { put(name, text.map { .text($0.trimmed) }) }

    /// Adds a whole number.
    mutating func number(_ name: String, _ number: Int64?) {
        put(name, number.map { $0.magnitude <= 9_007_199_254_740_991 ? .integer($0) : .hugeInteger(String($0)) })
    }

    /// Adds any value.
    mutating func put(_ name: String, _ value: Input?) {
        if let value { members.append(.init(name: name, value: value)) }
    }

    var input: Input { Input(members: members) }
    var isEmpty: Bool { members.isEmpty }
}

/// Reads an option's duration.
/// - Throws: a usage error that names the option.
func duration(_ text: String, of option: String) throws(CommandFailure) -> ISODuration {
    if let duration = ISODuration(text.trimmed) { return duration }
    throw .usage(
        localized("\(option): \(text.inQuotes) is not a valid duration."),
        hint: localized("Write 6 hours as PT6H, a day as P1D, both as P1DT6H.")
    )
}

/// The options of commands that write.
struct WriteOptions: ParsableArguments {
    @Flag(name: .customLong("dry-run"), help: "Check everything, but write nothing.")
    var isDryRun = false
}

/// Names of cargos on the command line, or on standard input, separated by white space.
struct CargoNames: ParsableArguments {
    @Argument(help: .init("Tracking ids or references, or - to read them from standard input.", valueName: "id"))
    var ids: [String]

    /// The names as they were typed; `-` reads them from standard input.
    func all() throws(CommandFailure) -> [String] { try Self.read(ids) }

    /// The cargos for a command that changes each of them.
    func chosen() throws(CommandFailure) -> ChosenCargos { try Self.chosen(ids) }

    /// The same for words of a command that has further arguments.
    /// - Throws: a failure if there is no name, or one that is neither an id nor a reference with its type, before anything is changed.
    static func chosen(_ words: [String]) throws(CommandFailure) -> ChosenCargos {
        if words.count == 1, words.first != "-" { return ChosenCargos(names: words, isSingle: true) }
        let names = try read(words)
        guard !names.isEmpty else { throw CommandFailure(.badData, code: "input_empty", localized("Standard input has no ids.")) }
        for name in names where !name.contains(":") && CargoLookup(typed: name).trackingId == nil {
            throw CommandFailure(
                .badData,
                code: DomainError.Code.trackingIdInvalid.rawValue,
                localized("\(name.inQuotes) is not a tracking id."),
                hint: localized("With several cargos, write references with their type, such as BOOKING:ABC709951.")
            )
        }
        return ChosenCargos(names: names, isSingle: false)
    }

    static func read(_ ids: some Sequence<String>) throws(CommandFailure) -> [String] {
        var all: [String] = []
        for name in ids {
            if name == "-" {
                let text = try InputFile.text("-")
                all += text.split(whereSeparator: \.isWhitespace).map(String.init)
            } else {
                all.append(name)
            }
        }
        return all
    }
}
