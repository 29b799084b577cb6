import CargoWire
@testable import CommandLineParsers

extension FuzzTarget {
    /// Parsers of `cargo-cli`'s arguments, and its measuring of text.
    static let commandLine = [
        FuzzTarget("store-url", longest: 64 << 10, separatedBy: ["", ":", "/"]) { text in
            checkSpelling(text, StoreURL.init, \.text)
            if let url = parsed({ () throws(CommandFailure) in try StoreURL(text) }) { _ = (url.path, url.description) }
        },
        FuzzTarget("duration", longest: 64 << 10, separatedBy: ["", "T", "1D"]) { text in
            guard let milliseconds = ISODuration(text)?.milliseconds else { return }
            precondition(milliseconds >= 0 && milliseconds % 1000 == 0, "\(text) is \(milliseconds) ms")
            precondition(ISODuration("PT\(milliseconds / 1000)S")?.milliseconds == milliseconds, "\(text) is another number of seconds")
        },
        FuzzTarget("display-width", longest: 64 << 10, separatedBy: ["", " "]) { text in
            let width = DisplayWidth.of(text)
            precondition(width >= 0 && width <= 2 * text.unicodeScalars.count, "a width of \(width)")
        },
        FuzzTarget("suggestion", longest: 64 << 10, separatedBy: [""]) { text in
            let words = ["book", "track", "assign-route", "list"]
            if let word = Suggestion.nearest(to: text, among: words) { precondition(words.contains(word)) }
        },
    ]
}
