/// A parser of untrusted bytes, and the conditions that its result must satisfy.
///
/// A trap reports a finding to libFuzzer: a violated condition calls `fatalError` or `precondition`.
struct FuzzTarget: Sendable {
    /// The name on the command line and of the folder in `corpus/`.
    let name: String
    /// The length of the longest input that the parser can receive, in bytes.
    ///
    /// `Growth` builds inputs of this length.
    let longest: Int
    /// The separators between the elements of an input; empty if an input is a single element.
    let separators: [String]
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    init(
        _ name: String,
        longest: Int = 8 << 10,
        separatedBy separators: [String] = [],
        bytes run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        self.name = name
        self.longest = longest
        self.separators = separators
        self.run = run
    }

    /// Creates a target that parses text.
    ///
    /// Invalid UTF-8 is repaired, as in a header field.
    init(_ name: String, longest: Int = 8 << 10, separatedBy separators: [String] = [], text run: @escaping @Sendable (String) -> Void) {
        self.init(name, longest: longest, separatedBy: separators, bytes: { run(String(decoding: $0, as: UTF8.self)) })
    }

    /// All targets.
    ///
    /// Every parser of untrusted bytes has one.
    static let all = values + documents + server + remote + commandLine + postgres

    /// Returns the parsed value, or nil if the parser rejects the input, which is a valid outcome.
    static func parsed<Value, Failure: Error>(_ parse: () throws(Failure) -> Value) -> Value? {
        do throws(Failure) { return try parse() } catch { return nil }
    }

    /// Checks that a value has one spelling, and that the spelling parses to the same value.
    static func checkSpelling<Value: Equatable, Failure: Error>(
        _ text: String,
        _ parse: (String) throws(Failure) -> Value,
        _ spell: (Value) -> String
    ) {
        guard let value = parsed({ () throws(Failure) in try parse(text) }) else { return }
        let spelling = spell(value)
        guard let again = parsed({ () throws(Failure) in try parse(spelling) }) else { fatalError("\(spelling) is written but not read") }
        precondition(again == value && spell(again) == spelling, "\(spelling) reads as another value")
    }
}
