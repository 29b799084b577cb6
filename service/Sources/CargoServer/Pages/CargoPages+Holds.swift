import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// The forms for what happens to a cargo on its way: holds, the end of free time, and legs that are put on another voyage.
extension CargoPages {
    func hold(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        let members = form.input(["reason": .text, "type": .code])
        return try await Self.outcome(members) { () async throws(DomainError) in
            _ = try await PlaceHold(kit).execute(try .init(Input(members: members + [.trackingId(id)]))).get()
        }
    }

    func release(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        let members = form.input(["type": .code])
        return try await Self.outcome(members) { () async throws(DomainError) in
            _ = try await ReleaseHold(kit).execute(try .init(Input(members: members + [.trackingId(id)]))).get()
        }
    }

    func setPickUp(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        let members = form.input(["pickUpBy": .time])
        return try await Self.outcome(members) { () async throws(DomainError) in
            let request = try SetPickUpDeadline.Request(Input(members: members + [.trackingId(id)]), expectedVersion: form.version)
            _ = try await SetPickUpDeadline(kit).execute(request).get()
        }
    }

    func substitute(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        var members = form.input(["voyageNumber": .text])
        if let leg = form.text("leg") { members.append(.init(name: "leg", value: Input(digits: leg))) }
        let names: [DomainError.Code: String] = [.integerOutOfRange: "leg", .voyageDoesNotCall: "voyageNumber"]
        return try await Self.outcome(members, naming: names) { () async throws(DomainError) in
            let request = try SubstituteVoyage.Request(Input(members: members + [.trackingId(id)]), expectedVersion: form.version)
            _ = try await SubstituteVoyage(kit).execute(request).get()
        }
    }

    // MARK: Fields

    static var holdPatterns: [FormView.Pattern] {
        [
            .init(
                name: "type",
                label: localized("Hold"),
                choices: HoldType.allCases.map { ($0.rawValue, $0.text(in: .current)) },
                value: HoldType.customs.rawValue
            ),
            .init(name: "reason", label: localized("Reason")),
        ]
    }

    /// The legs of which no scan says that the cargo was loaded, by index.
    static func openLegs(_ view: CargoTrackingView) -> [(index: Int, leg: Leg)] {
        view.legs.enumerated()
            .filter { $1.times.actualLoadTime == nil && $1.times.actualUnloadTime == nil }
            .map { (index: $0, leg: $1.leg) }
    }

    static func substitutionPatterns(_ view: CargoTrackingView) -> [FormView.Pattern] {
        let names = Dictionary(view.routeLocations.map { ($0.unLocode, $0.name.text) }) { first, _ in first }
        let legs = openLegs(view).map { index, leg in
            let from = names[leg.loadLocation] ?? leg.loadLocation.text
            let to = names[leg.unloadLocation] ?? leg.unloadLocation.text
            return (value: "\(index)", label: "\(leg.voyageNumber.text): \(from) – \(to)")
        }
        return [
            .init(name: "leg", label: localized("Leg"), choices: legs),
            .init(
                name: "voyageNumber",
                label: localized("New voyage"),
                hint: localized("Its number, or a port that it calls at. It must call at both ports of the leg."),
                suggest: .voyages
            ),
        ]
    }
}
