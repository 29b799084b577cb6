import CargoDomain
import CargoRouting

/// Networks and routes as short texts: "V1 A0-B5 B6-C9" is a voyage that departs from A at 0 ms and arrives at C at 9 ms.
enum RoutingText {
    static func voyage(_ text: String) throws -> Voyage {
        let words = text.split(separator: " ").map(String.init)
        let movements = try words.dropFirst().map { word in
            let calls = try word.split(separator: "-").map { call in
                (try port(String(call.prefix(1))), try instant(String(call.dropFirst())))
            }
            return try CarrierMovement(
                departureLocation: calls[0].0,
                arrivalLocation: calls[1].0,
                departureTime: calls[0].1,
                arrivalTime: calls[1].1
            )
        }
        return Voyage.register(number: try VoyageNumber(words[0]), schedule: try Schedule(movements))
    }

    static func network(_ texts: [String]) throws -> VoyageNetwork { VoyageNetwork(try texts.map(voyage)) }

    /// Parses a search: "A-C <100" asks for a route from A to C that arrives before 100 ms.
    static func search(
        _ text: String,
        departAfter: Int64 = 0,
        minimumConnection: Int64 = 0,
        maxLegs: Int64 = 8,
        limit: Int64 = 10
    ) throws -> RouteSearch {
        let parts = text.split(separator: " ")
        return try RouteSearch(
            routeSpecification: RouteSpecification(
                origin: port(String(parts[0].prefix(1))),
                destination: port(String(parts[0].suffix(1))),
                arrivalDeadline: instant(String(parts[1].dropFirst()))
            ),
            departAfter: Instant(epochMilliseconds: departAfter),
            minimumConnection: minimumConnection,
            maxLegs: maxLegs,
            limit: limit
        )
    }

    /// Formats the legs of a route, such as "V1 A0-B5 + V2 B6-C9".
    static func text(_ itinerary: Itinerary) -> String {
        itinerary.legs.map { leg in
            "\(leg.voyageNumber) \(name(leg.loadLocation))\(leg.loadTime.epochMilliseconds)"
                + "-\(name(leg.unloadLocation))\(leg.unloadTime.epochMilliseconds)"
        }.joined(separator: " + ")
    }

    static func port(_ letter: String) throws -> UnLocode { try UnLocode("XX\(letter)\(letter)\(letter)") }

    private static func name(_ port: UnLocode) -> String { String(port.text.suffix(1)) }

    private static func instant(_ text: String) throws -> Instant { try Instant(epochMilliseconds: Int64(text) ?? -1) }
}
