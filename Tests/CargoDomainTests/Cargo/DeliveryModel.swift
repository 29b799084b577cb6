import CargoDomain

/// A slow, literal implementation of the delivery rules, as a reference for the real one.
///
/// Activities are texts (`LOAD CNHKG V100`), the plan is written out, and every question goes through the whole history again.
struct DeliveryModel: Equatable {
    var transportStatus = "NOT_RECEIVED"
    var routingStatus = "NOT_ROUTED"
    var isMisdirected = false
    var planPosition: Int?
    var next: String?
    var estimatedArrival: Instant?
    var lastHandled: String?
    var lastKnownLocation: String?
    var currentVoyage: String?
    var unloadedAt: String?
    var isUnloadedAtDestination = false
    /// Whether each event was expected, in order.
    var isExpected: [Bool] = []
    /// The members of a `CargoMisdirected` event.
    var actual: String?
    var expected: String?

    static func text(_ activity: HandlingActivity) -> String {
        activity.type.rawValue + " " + activity.location.text + (activity.voyageNumber.map { " " + $0.text } ?? "")
    }

    /// Orders events by HND-4, by selecting the smallest one repeatedly.
    static func inOrder(_ events: [HandlingEvent]) -> [HandlingEvent] {
        func key(_ event: HandlingEvent) -> [String] {
            let time = String(event.completionTime.epochMilliseconds + 1_000_000_000_000_000)
            let order = ["RECEIVE": "0", "UNLOAD": "1", "CUSTOMS": "2", "LOAD": "3", "CLAIM": "4"]
            let activity = event.activity
            return [time, order[activity.type.rawValue] ?? "?", activity.location.text, activity.voyageNumber?.text ?? ""]
        }
        var rest: [[String]: HandlingEvent] = [:]
        for event in events { rest[key(event)] = event }
        var ordered: [HandlingEvent] = []
        while let first = rest.keys.min(by: { $0.lexicographicallyPrecedes($1) }) {
            if let event = rest.removeValue(forKey: first) { ordered.append(event) }
        }
        return ordered
    }

    init(specification: RouteSpecification, itinerary: Itinerary?, routingStart: Handled?, events: [HandlingEvent]) {
        let events = Self.inOrder(events)

        // DLV-1
        if let last = events.last {
            lastHandled = Self.text(last.activity) + " at \(last.completionTime)"
            lastKnownLocation = last.activity.location.text
            let statuses = ["RECEIVE": "IN_PORT", "UNLOAD": "IN_PORT", "CUSTOMS": "IN_PORT", "LOAD": "ONBOARD_CARRIER", "CLAIM": "CLAIMED"]
            transportStatus = statuses[last.activity.type.rawValue] ?? "?"
            if transportStatus == "ONBOARD_CARRIER" { currentVoyage = last.activity.voyageNumber?.text }
        }
        // DLV-8
        let moves = events.filter { $0.activity.type != .customs }
        if let move = moves.last, move.activity.type == .unload { unloadedAt = move.activity.location.text }
        isUnloadedAtDestination = unloadedAt == specification.destination.text

        guard let itinerary, let first = itinerary.legs.first, let last = itinerary.legs.last else {
            isExpected = events.map { _ in true }
            return
        }
        // DLV-2
        let holds =
            first.loadLocation == specification.origin && last.unloadLocation == specification.destination
            && last.unloadTime.epochMilliseconds < specification.arrivalDeadline.epochMilliseconds
        routingStatus = holds ? "ROUTED" : "MISROUTED"

        // ITN-3
        var plan = ["RECEIVE \(first.loadLocation)"]
        for leg in itinerary.legs {
            plan += ["LOAD \(leg.loadLocation) \(leg.voyageNumber)", "UNLOAD \(leg.unloadLocation) \(leg.voyageNumber)"]
        }
        plan += ["CLAIM \(last.unloadLocation)"]
        let ports = itinerary.legs.flatMap { [$0.loadLocation, $0.unloadLocation] }

        // DLV-3
        var position = 0
        if let start = routingStart {
            let activity = Self.text(start.activity)
            if ["RECEIVE", "UNLOAD", "CUSTOMS"].contains(start.activity.type.rawValue), start.activity.location == first.loadLocation {
                position = 1
            } else if activity == plan[1] {
                position = 2
            } else if start.activity.type == .load, let voyage = start.activity.voyageNumber {
                plan[0] = "UNLOAD \(first.loadLocation) \(voyage)"
            } else {
                position = 1
                isMisdirected = true
            }
        }
        // DLV-4, DLV-5
        for event in events {
            let activity = Self.text(event.activity)
            if let start = routingStart, event.completionTime.epochMilliseconds <= start.completionTime.epochMilliseconds {
                isExpected.append(true)
                continue
            }
            if event.activity.type == .customs {
                let isOnRoute = ports.contains(event.activity.location)
                isExpected.append(isOnRoute)
                if !isOnRoute {
                    isMisdirected = true
                    actual = activity
                }
                continue
            }
            var found: Int?
            for place in plan.indices.reversed() where place >= position && plan[place] == activity { found = place }
            if let found {
                position = found + 1
                isMisdirected = false
            } else {
                isMisdirected = true
                actual = activity
            }
            isExpected.append(found != nil)
        }
        planPosition = position
        expected = position < plan.count ? plan[position] : nil
        if actual == nil, isMisdirected { actual = events.last.map { Self.text($0.activity) } }
        // DLV-6, DLV-7
        if routingStatus == "ROUTED", !isMisdirected {
            estimatedArrival = last.unloadTime
            next = expected
        }
        // CRG-6: nothing to report unless the cargo is misdirected and has an event to name.
        if !isMisdirected { actual = nil }
        if actual == nil { expected = nil }
    }

    /// Converts the domain's result into the model's terms.
    init(_ review: HandlingReview) {
        let delivery = review.delivery
        transportStatus = delivery.transportStatus.rawValue
        routingStatus = delivery.routingStatus.rawValue
        isMisdirected = delivery.isMisdirected
        planPosition = delivery.planPosition
        next = delivery.nextExpectedActivity.map(Self.text)
        estimatedArrival = delivery.estimatedArrival
        lastHandled = delivery.lastHandled.map { Self.text($0.activity) + " at \($0.completionTime)" }
        lastKnownLocation = delivery.lastKnownLocation?.text
        currentVoyage = delivery.currentVoyage?.text
        unloadedAt = delivery.unloadedAt?.text
        isUnloadedAtDestination = delivery.isUnloadedAtDestination
        isExpected = review.isExpected
        actual = review.misdirection.map { Self.text($0.actual) }
        expected = review.misdirection?.expected.map(Self.text)
    }
}
