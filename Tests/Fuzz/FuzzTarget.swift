/// A parser of outside bytes, and what its result must satisfy.
///
/// A trap tells libFuzzer of a find: an oracle that fails calls `fatalError` or `precondition`.
struct FuzzTarget: Sendable {
    /// The name on the command line, and of the folder in `corpus/`.
    let name: String
    /// The longest input that the parser can receive, which `Growth` builds.
    let longest: Int
    /// What separates the elements of an input; empty if an input has one element.
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

    /// A target that reads text.
    ///
    /// Invalid UTF-8 is repaired, as it is in a header field.
    init(_ name: String, longest: Int = 8 << 10, separatedBy separators: [String] = [], text run: @escaping @Sendable (String) -> Void) {
        self.init(name, longest: longest, separatedBy: separators, bytes: { run(String(decoding: $0, as: UTF8.self)) })
    }

    /// All targets: each parser of outside bytes has one.
    static let all = values + documents + server + remote + commandLine + postgres

    /// Returns the value, or nil if the parser refuses its input: a refusal is a fine answer.
    static func parsed<Value, Failure: Error>(_ parse: () throws(Failure) -> Value) -> Value? {
        do throws(Failure) { return try parse() } catch { return nil }
    }

    /// Demands that a value is written in one spelling, which reads as the same value.
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
