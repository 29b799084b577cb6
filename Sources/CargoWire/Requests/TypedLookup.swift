package import CargoApplication
package import CargoDomain

/// The ways to read what someone typed to name cargos, in the order in which they are tried.
///
/// First as it was typed (`CargoLookup(typed:)`). Then, of booking and bill-of-lading numbers, in upper case; without spaces and hyphens; without
/// the carrier's SCAC before the number; and with the SCAC of a carrier whose numbers often have it. What is stored has one spelling
/// (REF-1), so exact references stay exact.
package struct TypedLookup: Hashable, Sendable {
    /// The lookups, at least one, of which the first that finds cargos counts.
    package let lookups: [CargoLookup]

    /// Codes that large carriers put before the numbers of their bills of lading; a number without its code is looked for with each.
    private static let codes = ["MAEU", "MSCU", "CMDU", "HLCU", "ONEY", "COSU", "EGLV", "HDMU", "ZIMU", "YMLU", "OOLU", "SUDU"]

    private init(lookups: [CargoLookup]) { self.lookups = lookups }

    /// Reads what someone typed.
    package init(_ text: String) {
        let exact = CargoLookup(typed: text)
        var lookups = [exact]
        var seen = Set(exact.references)
        let named = CargoLookup.named(text.withoutOuterSpace)
        let number = named?.value ?? text.withoutOuterSpace
        let types: [ReferenceType] = [.billOfLading, .booking].filter { named == nil || named?.type == $0 }
        for spellings in types.isEmpty ? [] : Self.spellings(of: number) {
            let references = types.flatMap { type in spellings.compactMap { CargoLookup.reference(type, $0) } }
            let new = references.filter { seen.insert($0).inserted }
            if !new.isEmpty { lookups.append(CargoLookup(references: new)) }
        }
        self.lookups = lookups
    }

    /// Whether the text can be neither a tracking id nor a reference.
    package var isEmpty: Bool { lookups.allSatisfy(\.isEmpty) }

    /// The lookup by references only.
    package var withoutTrackingId: TypedLookup { TypedLookup(lookups: lookups.map { CargoLookup(references: $0.references) }) }

    /// The lookup for someone who may only track (`CargoLookup.forPublic`).
    package var forPublic: TypedLookup { TypedLookup(lookups: lookups.map(\.forPublic)) }

    /// Other spellings of a number, those that are tried together in one list; at most 16.
    private static func spellings(of number: String) -> [[String]] {
        // The longest number has 35 characters (REF-1), and people type it in groups.
        guard number.utf8.count <= 50, number.utf8.contains(where: \.isASCIIDigit) else { return [] }
        let compact = number.compactContainerNumber
        let (code, rest) = (compact.utf8.prefix(4), compact.utf8.dropFirst(4))
        let hasCode = code.allSatisfy(\.isASCIIUppercase)
        // A mistyped container number must not find another cargo by its digits.
        let isContainer =
            CargoLookup.reference(.container, compact) != nil
            || (rest.count == 7 && rest.allSatisfy(\.isASCIIDigit) && !codes.contains(String(decoding: code, as: UTF8.self)))
        let bare = hasCode && !isContainer && rest.count >= 5 ? [String(decoding: rest, as: UTF8.self)] : []
        // Shorter numbers belong to too many carriers.
        let canLackCode = !hasCode && compact.utf8.count >= 7
        return [[number.inUpperCase], [compact], bare, canLackCode ? codes.map { $0 + compact } : []]
    }
}

extension CargoOperations {
    /// Lists the cargos of the first reading of a text that any cargo has, as if no other reading were possible.
    /// - Parameters:
    ///   - typed: what someone typed.
    ///   - filter: which of the cargos with the references to list.
    ///   - trackingId: the last tracking id of the previous page; nil for the first page.
    ///   - limit: the maximum number of cargos, 1 to 1000.
    /// - Returns: the page, empty if there is no such cargo, or one of the errors `integer_out_of_range` and `corrupt_record`.
    package func lookUp(
        _ typed: TypedLookup,
        filter: CargoFilter = CargoFilter(),
        after trackingId: TrackingId? = nil,
        limit: Int = 100
    ) async -> Result<CargoList, DomainError> {
        var page = CargoList(cargos: [], next: nil)
        for lookup in typed.lookups {
            switch await perform(LookUpCargos.self, .init(lookup, filter: filter, after: trackingId, limit: limit)) {
            case .failure(let error): return .failure(error)
            case .success(let found): page = found
            }
            if !page.cargos.isEmpty || page.next != nil { return .success(page) }
            // The page may be empty although cargos have the reference.
            guard filter != CargoFilter() || trackingId != nil else { continue }
            switch await perform(LookUpCargos.self, .init(lookup, limit: 1)) {
            case .failure(let error): return .failure(error)
            case .success(let known): if !known.cargos.isEmpty { return .success(page) }
            }
        }
        return .success(page)
    }
}
