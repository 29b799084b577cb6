import CargoDomain
import CargoWire

/// The outcome of a step: the facts it raised, and an answer or a failure; neither for an unknown operation.
struct Outcome: CanonicallyEncodable {
    let facts: [DomainFact]
    let result: Result<any CanonicallyEncodable, DomainError>?

    func write(to writer: inout JSONWriter) {
        writer.raw(#"{"events":"#)
        facts.write(to: &writer)
        writer.raw(#","result":{"#)
        switch result {
        case .success(let value):
            writer.raw(#""ok":"#)
            value.write(to: &writer)
        case .failure(let error):
            writer.raw(#""err":"#)
            error.write(to: &writer)
        case nil:
            writer.raw(#""unsupported":true"#)
        }
        writer.raw("}}")
    }
}

/// An operation's answer, and the facts that its aggregate raised.
struct Answer {
    let value: any CanonicallyEncodable
    let facts: [DomainFact]

    init(_ value: any CanonicallyEncodable, facts: [DomainFact] = []) {
        self.value = value
        self.facts = facts
    }

    /// Answers with a cargo and the facts it raised.
    init(_ cargo: Cargo) { self.init(cargo, facts: cargo.raisedFacts) }

    /// Answers with a voyage and the facts it raised.
    init(_ voyage: Voyage) { self.init(voyage, facts: voyage.raisedFacts) }

    /// `{}`.
    static var nothing: Answer { Answer(NoMembers()) }
}

/// `{}`.
struct NoMembers: CanonicallyEncodable {
    func write(to writer: inout JSONWriter) { writer.raw("{}") }
}

/// A text as an answer.
struct AnswerText: CanonicallyEncodable {
    let text: String

    func write(to writer: inout JSONWriter) { writer.text(text) }
}

/// True or false as an answer.
struct AnswerTruth: CanonicallyEncodable {
    let truth: Bool

    func write(to writer: inout JSONWriter) { writer.boolean(truth) }
}
