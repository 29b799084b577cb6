public import CargoDomain

/// Lists locations in pages, ordered by code: all of them, or those whose code or name contains a text.
public struct ListLocations: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The locations and the page to list.
    public struct Request: Sendable {
        /// The last code of the previous page; nil for the first page.
        public let after: UnLocode?
        /// The text that the code or name must contain, ignoring the case of ASCII letters; nil for all locations.
        public let containing: String?
        /// The maximum number of locations, 1 to 1000.
        public let limit: Int

        /// Creates a request.
        public init(containing: String? = nil, after: UnLocode? = nil, limit: Int = 100) {
            self.after = after
            self.containing = containing
            self.limit = limit
        }
    }

    /// Lists a page.
    ///
    /// With a text, reads on until the page is full or no locations are left.
    /// - Returns: the page, without damaged locations, or the error `integer_out_of_range`.
    public func execute(_ request: Request) async -> Result<Page<Location, UnLocode>, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            guard let text = request.containing else {
                return try await kit.store.locations.findPage(after: request.after, limit: limit).get()
            }
            let wanted = Self.folded(text)
            var found: [Location] = []
            var after = request.after
            repeat {
                let page = try await kit.store.locations.findPage(after: after, limit: PageLimit.range.upperBound).get()
                for location in page.items
                where Self.folded(location.unLocode.text).contains(wanted) || Self.folded(location.name.text).contains(wanted) {
                    guard found.count < limit else { return Page(items: found, next: found.last?.unLocode) }
                    found.append(location)
                }
                after = page.next
            } while after != nil
            return Page(items: found, next: nil)
        }
    }

    /// Returns the UTF-8 bytes with ASCII letters in lower case.
    ///
    /// Search compares scalars, so it doesn't depend on the platform (VAL-TXT-1).
    private static func folded(_ text: String) -> [UInt8] { text.utf8.map { $0.isASCIIUppercase ? $0 + 0x20 : $0 } }
}
