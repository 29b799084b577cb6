/// What is done to a cargo (HND-1).
public enum HandlingType: String, Hashable, Sendable, CaseIterable {
    /// Taken over from the customer.
    case receive = "RECEIVE"
    /// Taken on board.
    case load = "LOAD"
    /// Taken ashore.
    case unload = "UNLOAD"
    /// Cleared by customs.
    case customs = "CUSTOMS"
    /// Handed over to the customer.
    case claim = "CLAIM"

    /// Parses one of the five spellings, which are exact.
    /// - Throws: `handling_type_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard let type = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: text) }) else {
            throw .invalid(.handlingTypeInvalid, text: text)
        }
        self = type
    }

    /// Whether the activity belongs to a voyage: LOAD and UNLOAD require one, the others prohibit it.
    public var needsVoyage: Bool {
        switch self {
        case .load, .unload: true
        case .receive, .customs, .claim: false
        }
    }

    /// The place among events completed at the same instant: what must have come first (HND-4).
    var order: Int {
        switch self {
        case .receive: 0
        case .unload: 1
        case .customs: 2
        case .load: 3
        case .claim: 4
        }
    }
}
