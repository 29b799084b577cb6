import CargoDomain

/// A slow, literal implementation of the delivery rules, as a reference for the real one.
///
/// Activities are texts (`LOAD HKHKG V100`), the plan is written out, and every question goes through the whole history again.
struct DeliveryModel: Equatable {
    var transportStatus = "NOT_RECEIVED"
    var routingStatus = "NOT_ROUTED"
    var isMisdirected = false
    var planPosition: Int?
    var next: String?
    var plannedArrival: Instant?
    var lastHandled: String?
    var lastKnownLocation: String?
    var currentVoyage: String?
    var lastMove: String?
    var isUnloadedAtDestination = false
    /// Whether each event was expected, in order.
    var isExpected: [Bool] = []
    /// The members of a `CargoMisdirected` event.
    var actual: String?
    var expected: String?

    static func text(_ activity: HandlingActivity) -> String {
        activity.type.rawValue + " " + activity.location.text + (activity.voyageNumber.map { " " + $0.text } ?? "")
    }

    static func key(_ handled: CompletedActivity) -> [String] {
        let time = String(handled.completionTime.epochMilliseconds + 1_000_000_000_000_000)
        let order = ["RECEIVE": "0", "UNLOAD": "1", "CUSTOMS": "2", "LOAD": "3", "CLAIM": "4"]
        let activity = handled.activity
        return [time, order[activity.type.rawValue] ?? "?", activity.location.text, activity.voyageNumber?.text ?? ""]
    }

    /// Orders events by HND-4, by selecting the smallest one repeatedly.
    static func inOrder(_ events: [HandlingEvent]) -> [HandlingEvent] {
        var rest: [[String]: HandlingEvent] = [:]
        for event in events { rest[key(event.handled)] = event }
        var ordered: [HandlingEvent] = []
        while let first = rest.keys.min(by: { $0.lexicographicallyPrecedes($1) }) {
            if let event = rest.removeValue(forKey: first) { ordered.append(event) }
        }
        return unloadedAfterLoading(ordered)
    }

    /// HND-4: time by time, moves an UNLOAD behind the last LOAD onto its voyage elsewhere at that time, one by one, the last of them first.
    private static func unloadedAfterLoading(_ ordered: [HandlingEvent]) -> [HandlingEvent] {
        var events = ordered
        let times = Set(ordered.map(\.completionTime)).sorted()
        let unloads = times.flatMap { time in ordered.reversed().filter { $0.completionTime == time && $0.activity.type == .unload } }
        for unload in unloads {
            let before = events.last { $0.activity.type != .customs && $0.completionTime < unload.completionTime }
            if before?.activity.type == .load, before?.activity.voyageNumber == unload.activity.voyageNumber { continue }
            let load = ordered.last {
                $0.completionTime == unload.completionTime && $0.activity.type == .load
                    && $0.activity.voyageNumber == unload.activity.voyageNumber && $0.activity.location != unload.activity.location
            }
            guard let load else { continue }
            events.removeAll { $0 == unload }
            if let place = events.firstIndex(of: load) { events.insert(unload, at: place + 1) }
        }
        return events
    }

    init(specification: RouteSpecification, itinerary: Itinerary?, routingStart: CompletedActivity?, events: [HandlingEvent]) {
        let events = Self.inOrder(events)

        // DLV-1
        let moves = events.filter { $0.activity.type != .customs }
        if let last = events.last { lastHandled = Self.text(last.activity) + " at \(last.completionTime)" }
        if let last = moves.last {
            lastMove = Self.text(last.activity) + " at \(last.completionTime)"
            lastKnownLocation = last.activity.location.text
            let statuses = ["RECEIVE": "IN_PORT", "UNLOAD": "IN_PORT", "LOAD": "ONBOARD_CARRIER", "CLAIM": "CLAIMED"]
            transportStatus = statuses[last.activity.type.rawValue] ?? "?"
            if transportStatus == "ONBOARD_CARRIER" { currentVoyage = last.activity.voyageNumber?.text }
            // DLV-8
            isUnloadedAtDestination = last.activity.type == .unload && last.activity.location == specification.destination
        }
        let claim = isUnloadedAtDestination ? "CLAIM \(specification.destination)" : nil
        next = claim

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
        let upTo = routingStart.map { stored in
            (events.firstIndex { $0.handled == stored }.map { $0 + 1 })
                ?? events.firstIndex { Self.key(stored).lexicographicallyPrecedes(Self.key($0.handled)) } ?? events.count
        }
        let place = upTo.flatMap { events.prefix($0).lastIndex { $0.activity.type != .claim && $0.activity.type != .customs } }
        let start = place.map { events[$0] }
        var position = 0
        if let start {
            let activity = Self.text(start.activity)
            if activity == plan[1] {
                position = 2
            } else if start.activity.type == .load, let voyage = start.activity.voyageNumber {
                plan[0] = "UNLOAD \(first.loadLocation) \(voyage)"
            } else {
                position = 1
                isMisdirected = start.activity.location != first.loadLocation
            }
        }
        // DLV-4, DLV-5
        var before: (activity: HandlingActivity, isExpected: Bool)?
        for (index, event) in events.enumerated() {
            let activity = Self.text(event.activity)
            let isJudged = place.map { $0 < index } ?? true
            if event.activity.type == .customs {
                isExpected.append(!isJudged || ports.contains(event.activity.location))
                continue
            }
            var isRight = true
            if isJudged, let before, before.activity == event.activity {
                isRight = before.isExpected
            } else if isJudged {
                let due = position < plan.count ? plan[position] : ""
                let words = due.split(separator: " ").map(String.init)
                let isAshore =
                    before.map { [.unload, .receive].contains($0.activity.type) && $0.activity.location == specification.destination }
                    ?? false
                if let found = plan.indices.first(where: { $0 >= position && plan[$0] == activity }) {
                    position = found + 1
                } else if activity == "CLAIM \(specification.destination)", isAshore {
                    position = plan.count
                } else if due.hasPrefix("LOAD"), event.activity.type == .unload, event.activity.location.text == words[1] {
                    // A restow ashore.
                } else if due.hasPrefix("UNLOAD"), event.activity.type == .load, event.activity.voyageNumber?.text == words[2] {
                    // A restow on board.
                } else {
                    isRight = false
                }
                isMisdirected = !isRight
            }
            before = (event.activity, isRight)
            isExpected.append(isRight)
        }
        planPosition = position
        if isMisdirected, let last = moves.last {
            actual = Self.text(last.activity)
            expected = position < plan.count ? plan[position] : nil
        }
        // DLV-6, DLV-7
        if routingStatus == "ROUTED", !isMisdirected {
            plannedArrival = last.unloadTime
            next = position < plan.count ? plan[position] : nil
        }
    }

    /// Converts the domain's result into the model's terms.
    init(_ review: HandlingReview) {
        let delivery = review.delivery
        transportStatus = delivery.transportStatus.rawValue
        routingStatus = delivery.routingStatus.rawValue
        isMisdirected = delivery.isMisdirected
        planPosition = delivery.planPosition
        next = delivery.nextExpectedActivity.map(Self.text)
        plannedArrival = delivery.plannedArrival
        lastHandled = delivery.lastHandled.map { Self.text($0.activity) + " at \($0.completionTime)" }
        lastKnownLocation = delivery.lastKnownLocation?.text
        currentVoyage = delivery.currentVoyage?.text
        lastMove = delivery.lastMove.map { Self.text($0.activity) + " at \($0.completionTime)" }
        isUnloadedAtDestination = delivery.isUnloadedAtDestination
        isExpected = review.isExpected
        actual = review.misdirection.map { Self.text($0.actual) }
        expected = review.misdirection?.expected.map(Self.text)
    }
}
