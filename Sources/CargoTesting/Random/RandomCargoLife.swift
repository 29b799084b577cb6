public import CargoDomain

/// A cargo and its handling history, changed at random within the rules.
public struct RandomCargoLife: Sendable {
    /// The cargo in its current state.
    public private(set) var cargo: Cargo
    /// The cargo's handling events so far.
    public private(set) var history: HandlingHistory
    /// The current time, which never goes back.
    public private(set) var now: Instant

    /// Books a random cargo.
    public init(using generator: inout some RandomNumberGenerator) {
        let start = valid { () throws(DomainError) in
            try Instant(epochMilliseconds: .random(in: 1_700_000_000_000...1_800_000_000_000, using: &generator))
        }
        let origin = UnLocode.random(using: &generator)
        let destination = UnLocode.random(otherThan: origin, using: &generator)
        let trackingId = TrackingId.random(using: &generator)
        let customerId = CustomerId.random(using: &generator)
        now = start
        history = .empty(of: trackingId)
        cargo = valid { () throws(DomainError) in
            try .book(
                trackingId: trackingId,
                customerId: customerId,
                routeSpecification: RouteSpecification(
                    origin: origin,
                    destination: destination,
                    arrivalDeadline: start.advanced(by: .seconds(10_000_000))
                ),
                at: start
            )
        }
    }

    /// Makes one random change, or none if the rules refuse it.
    public mutating func step(using generator: inout some RandomNumberGenerator) {
        now = now.random(withinHours: 72, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1, 2: assignRoute(using: &generator)
        case 3: changeSpecification(using: &generator)
        case 4: changeReferences(using: &generator)
        case 5: changeHolds(using: &generator)
        default: handle(using: &generator)
        }
    }

    private mutating func assignRoute(using generator: inout some RandomNumberGenerator) {
        let specification = cargo.routeSpecification
        let itinerary = Itinerary.random(from: specification.origin, to: specification.destination, departingAfter: now, using: &generator)
        if let routed = try? cargo.assigned(to: itinerary) { cargo = routed }
    }

    private mutating func changeSpecification(using generator: inout some RandomNumberGenerator) {
        let location = UnLocode.random(using: &generator)
        let deadline = now.random(withinHours: 2000, using: &generator)
        let changed: Cargo?
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: changed = try? cargo.changingDestination(to: location)
        case 1: changed = try? cargo.changingDeadline(to: deadline, at: now)
        default:
            let origin = cargo.delivery.lastKnownLocation ?? UnLocode.random(using: &generator)
            changed = try? cargo.specifyingNewRoute(
                RouteSpecification(origin: origin, destination: location, arrivalDeadline: deadline),
                at: now
            )
        }
        if let changed { cargo = changed }
    }

    private mutating func changeReferences(using generator: inout some RandomNumberGenerator) {
        if let old = cargo.references.randomElement(using: &generator), Bool.random(using: &generator) {
            cargo = cargo.removing(old)
        } else if let changed = try? cargo.adding(.random(using: &generator)) {
            cargo = changed
        }
    }

    private mutating func changeHolds(using generator: inout some RandomNumberGenerator) {
        let type = HoldType.allCases.randomElement(using: &generator) ?? .other
        let changed: Cargo? =
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: cargo.released(type)
            case 1: try? cargo.settingPickUp(by: now)
            case 2: try? cargo.substitutingVoyage(ofLeg: 0, with: .random(using: &generator), history: history)
            default: try? cargo.held(type, because: .stub(), at: now)
            }
        if let changed { cargo = changed }
    }

    private mutating func handle(using generator: inout some RandomNumberGenerator) {
        let location = cargo.delivery.lastKnownLocation ?? cargo.routeSpecification.origin
        let voyage = cargo.delivery.currentVoyage ?? .random(using: &generator)
        let elsewhere = UnLocode.random(using: &generator)
        let random: [HandlingActivity] = [
            .receive(at: location), .load(onto: voyage, at: location), .unload(from: voyage, at: elsewhere), .customs(at: location),
            .claim(at: elsewhere),
        ]
        let isAsPlanned = Int.random(in: 0..<10, using: &generator) < 8
        let activity = isAsPlanned ? cargo.delivery.nextExpectedActivity : nil
        guard
            let event = try? HandlingEvent(
                trackingId: cargo.trackingId,
                activity: activity ?? random[Int.random(in: 0..<random.count, using: &generator)],
                completionTime: now,
                registrationTime: now.random(withinHours: 5, using: &generator)
            ),
            (try? history.checkAccepts(event)) != nil,
            let longer = try? history.adding(event),
            let derived = try? cargo.derivingDeliveryProgress(from: longer)
        else { return }
        history = longer
        cargo = derived
    }
}
