/// What is done to a cargo (HND-1).
public enum HandlingType: String, Hashable, Sendable, CaseIterable {
    /// The carrier received the cargo from the customer.
    case receive = "RECEIVE"
    /// The cargo was loaded onto a voyage.
    case load = "LOAD"
    /// The cargo was unloaded from a voyage.
    case unload = "UNLOAD"
    /// The cargo cleared customs.
    case customs = "CUSTOMS"
    /// The customer claimed the cargo.
    case claim = "CLAIM"

    /// Parses the exact upper-case spelling of a type.
    /// - Throws: `handling_type_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) { self = try Self.parse(text, or: .handlingTypeInvalid) }

    /// Whether the activity takes place on a voyage: LOAD and UNLOAD require a voyage number, the others prohibit it.
    public var needsVoyage: Bool {
        switch self {
        case .load, .unload: true
        case .receive, .customs, .claim: false
        }
    }

    /// The sort order of events completed at the same instant (HND-4).
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
