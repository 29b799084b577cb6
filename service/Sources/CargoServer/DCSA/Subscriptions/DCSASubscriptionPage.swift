import CargoApplication
import CargoDomain
import CargoWire

/// The parameters of a list of subscriptions, as DCSA Track and Trace 2.2 defines them.
struct DCSASubscriptionPage: Sendable {
    private(set) var limit = 100
    /// How many subscriptions precede the page.
    private(set) var offset = 0
    private var order: [(field: String, isDescending: Bool)] = []
    /// The limit and the order as they were given, for the cursors of other pages.
    private var given: [EncodedFields.Field] = []

    private static let fields = ["subscriptionID", "callbackUrl"] + DCSAEventFilter.Member.allCases.map(\.rawValue)

    /// The parameters that the list reads.
    static var parameters: [Operation.Parameter] {
        DCSAFilter.paging(sortedBy: DCSASortKey.pattern(of: fields), example: "callbackUrl:DESC", else: "By subscriptionID if absent.")
    }

    /// Parses the query.
    /// - Throws: `validation_failed`, naming every invalid parameter.
    init(_ query: [EncodedFields.Field]) throws(Problem) {
        var failures: [DomainError.FieldError] = []
        var fields = query
        let cursors = query.filter { $0.name == "cursor" }
        if let text = cursors.first?.value {
            fields.removeAll { $0.name == "cursor" }
            if cursors.count == 1, let (place, own) = DCSACursor.decode(text), DCSAFilter.mayFollow(own, query),
                case .integer(let number) = Input(digits: place), (0...1_000_000).contains(number)
            {
                offset = Int(clamping: number)
                let limit = fields.filter { $0.name == "limit" }
                fields = own.filter { $0.name != "limit" || limit.isEmpty } + limit
            } else {
                failures.append(.init(path: "cursor", code: .shapeInvalid))
            }
        }
        var seen: Set<String> = []
        for (name, value) in fields {
            do throws(DomainError) {
                guard seen.insert(name).inserted else { throw .shapeInvalid(path: name) }
                switch name {
                case "limit": limit = try DCSAFilter.limit(value)
                case "sort": order = try DCSASortKey.parse(value) { Self.fields.contains($0) ? $0 : nil }
                default: throw .shapeInvalid(path: name)
                }
                given.append((name, value))
            } catch {
                failures.append(.init(path: name, code: error.code))
            }
        }
        if !failures.isEmpty { throw Problem(.validationFailed(failures), reading: .query) }
    }

    /// The subscriptions of the page; those that are equal by the order are sorted by id.
    func page(of all: [Subscription]) -> [DCSASubscriptionView] {
        let rows = all.map { subscription in
            let view = DCSASubscriptionView(subscription)
            return (view: view, id: subscription.id, keys: order.map { view.text(of: $0.field) })
        }
        let sorted = rows.sorted { left, right in
            for (key, (one, other)) in zip(order, zip(left.keys, right.keys)) where !one.hasSameScalars(as: other) {
                return one.precedesByUTF16(other) != key.isDescending
            }
            return left.id < right.id
        }
        return sorted.dropFirst(offset).prefix(limit).map(\.view)
    }

    /// The cursor of the page that follows this many subscriptions.
    func cursor(after offset: Int) -> String { DCSACursor.encode(String(offset), given) }
}
