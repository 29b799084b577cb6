import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoTesting
import Testing

@Suite("A tracking view in a language")
struct TrackingLanguageTests {
    /// The views of a cargo after each step of its life.
    private func views() async throws -> [CargoTrackingView] {
        let clock = FixedClock(.stub(day: 50))
        let store = InMemoryStore(clock: clock)
        let kit = CargoKit(store: store, clock: clock)
        try await store.locations.save([.stub("HKHKG", name: "Hongkong"), .stub("SESTO", name: "Stockholm")]).get()
        let leg = Leg.stub()
        let movement = CarrierMovement.stub(
            from: leg.loadLocation.text,
            at: leg.loadTime,
            to: leg.unloadLocation.text,
            at: leg.unloadTime
        )
        try await store.voyages.save(.register(number: leg.voyageNumber, schedule: .stub([movement]))).get()
        let specification = RouteSpecification.stub(from: leg.loadLocation.text, to: leg.unloadLocation.text)
        try await store.cargos.save(.stub("ABC", routeSpecification: specification, itinerary: .stub([leg]))).get()
        try await store.cargos.save(.stub("XYZ", routeSpecification: specification)).get()
        _ = try await CancelBooking(kit).execute(.init(of: .stub("XYZ"), because: Reason("Withdrawn"))).get()
        var views = [try await TrackCargo(kit).execute(.init(trackingId: .stub("XYZ"))).get()]
        let steps: [(HandlingType, UnLocode, VoyageNumber?)] = [
            (.receive, leg.loadLocation, nil), (.load, leg.loadLocation, leg.voyageNumber), (.unload, leg.unloadLocation, leg.voyageNumber),
            (.customs, leg.unloadLocation, nil), (.claim, leg.unloadLocation, nil),
        ]
        for (index, step) in steps.enumerated() {
            views.append(try await TrackCargo(kit).execute(.init(trackingId: .stub("ABC"))).get())
            let request = RegisterHandlingEvent.Request(
                trackingId: .stub("ABC"),
                type: step.0,
                location: step.1,
                voyageNumber: step.2,
                completionTime: .stub(day: index + 1)
            )
            _ = try await RegisterHandlingEvent(kit).execute(request).get()
        }
        return views + [try await TrackCargo(kit).execute(.init(trackingId: .stub("ABC"))).get()]
    }

    @Test func `in English, the texts are those of the view`() async throws {
        for view in try await views() {
            #expect(view.statusText(in: .english) == view.statusText)
            #expect(view.nextExpectedText(in: .english) == view.nextExpectedText)
            #expect(view.events.map { $0.description(in: .english) } == view.events.map(\.description))
            #expect(view.expectedActivities.map { $0.description(in: .english) } == view.expectedActivities.map(\.description))
        }
    }

    @Test func `errors and views say it in a language`() async throws {
        let error = DomainError.cargoNotFound(.stub("ABC123"))
        let view = try await views()[2]
        let texts = [
            error.message(in: .german),
            view.statusText(in: .german),
        ]
        #expect(texts == ["Es gibt keine Sendung „ABC123“.", "Im Hafen Hongkong"])
    }

    @Test func `in German, they say the same`() async throws {
        let views = try await views()
        #expect(
            views.map { $0.statusText(in: .german) } == [
                "Storniert", "Noch nicht angenommen", "Im Hafen Hongkong", "An Bord, Reise V100", "Im Hafen Stockholm",
                "Im Hafen Stockholm",
                "Abgeholt in Stockholm",
            ]
        )
        #expect(
            views.map { $0.nextExpectedText(in: .german) } == [
                nil, "Annahme in Hongkong", "Laden auf Reise V100 in Hongkong", "Löschen von Reise V100 in Stockholm",
                "Abholung in Stockholm", "Abholung in Stockholm", nil,
            ]
        )
        #expect(
            views.last?.events.map { $0.description(in: .german) } == [
                "Angenommen in Hongkong", "Geladen auf Reise V100 in Hongkong", "Gelöscht von Reise V100 in Stockholm",
                "Verzollt in Stockholm", "Abgeholt in Stockholm",
            ]
        )
    }

    @Test func `a missed connection, a misdirection and a need have texts in each language`() throws {
        let missed = CargoTrackingView.stub(
            disruption: try Disruption(leg: 1, location: .stub("USNYC"), reason: .connectionMissed, voyageNumber: .stub("V200"))
        )
        #expect(missed.disruptionText(in: .english) == "Misses voyage V200 in USNYC.")
        #expect(missed.disruptionText(in: .german) == "Verpasst Reise V200 in USNYC.")
        #expect(missed.misdirectionText(in: .english) == nil)
        #expect(CargoTrackingView.stub().disruptionText(in: .english) == nil)
        #expect(
            AttentionReason.allCases.map { $0.text(in: .english) } == [
                "Disrupted", "Misdirected", "Late", "Unrouted", "Held", "Not collected",
            ]
        )
        #expect(AttentionReason.held.text(in: .german) == "Festgehalten")
        #expect(HoldType.customs.text(in: .english) == "Held by customs")
        #expect(HoldType.customs.text(in: .german) == "Vom Zoll festgehalten")
        for language in Language.all { for need in AttentionReason.allCases { #expect(!need.text(in: language).isEmpty) } }
        #expect(HoldType.allCases.map { $0.text(in: .german) }.allSatisfy { !$0.hasPrefix("Held") })
    }

    @Test(arguments: TransportStatus.allCases)
    func `a stub of a view says the same in its status and in its text`(status: TransportStatus) {
        let view = CargoTrackingView.stub(transportStatus: status)
        #expect(view.statusText == view.statusText(in: .english))
    }
}
