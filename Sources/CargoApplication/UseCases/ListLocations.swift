public import CargoDomain

/// Lists locations page by page: all, or those whose code or name holds a text.
public struct ListLocations: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which locations, and which page.
    public struct Request: Sendable {
        /// The last code of the page before; absent for the first page.
        public let after: UnLocode?
        /// What code or name must hold, ASCII letters in either case; absent for all.
        public let containing: String?
        /// The most locations to give, 1 to 1000; 100 if absent.
        public let limit: Int64?

        /// Asks for a page.
        public init(containing: String? = nil, after: UnLocode? = nil, limit: Int64? = nil) {
            self.after = after
            self.containing = containing
            self.limit = limit
        }
    }

    /// Lists; with a text it reads on until the page is full or there are no more.
    /// - Returns: `integer_out_of_range`.
    public func execute(_ request: Request) async -> Result<Page<Location, UnLocode>, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            guard let text = request.containing else {
                return try await environment.locations.findPage(after: request.after, limit: limit).get()
            }
            let wanted = Self.folded(text)
            var found: [Location] = []
            var after = request.after
            repeat {
                let page = try await environment.locations.findPage(after: after, limit: PageLimit.range.upperBound).get()
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

    /// The UTF-8 bytes with ASCII letters in lower case: search goes by scalars, whatever the platform's tables say (VAL-TXT-1).
    private static func folded(_ text: String) -> [UInt8] { text.utf8.map { $0.isASCIIUppercase ? $0 + 0x20 : $0 } }
}
