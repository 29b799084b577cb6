import CargoApplication
import CargoDomain

extension RepositoryContract {
    static let durabilityChecks: [ContractCheck] = [
        ContractCheck(["REP-4"], "everything saved is there after the store is reopened", needs: BackendParts.reopen) {
            backend,
            reopen in
            let voyage = try await backend.savedVoyage(.stub())
            try await backend.saved(try await backend.saved(.stub()).assigned(to: .stub()))
            let event = HandlingEvent.stub(registered: .stub(day: 2))
            let customs = HandlingEvent.stub(.customs, completed: .stub(day: 2))
            for event in [event, customs] { try await backend.register(event) }
            try await backend.retract(.stub(customs))
            let cargo = try await backend.cargo()
            try success(of: "saving locations", await backend.locations.save([.stub(), .stub("SESTO", name: "Go\u{308}teborg")]))
            try success(of: "reserving", await backend.idempotencyKeys.reserve(.stub(), for: .stub("FIRST")))
            let events = try await backend.allEvents()
            let changes = try success(of: "finding changes", await backend.voyages.findChanges(after: 0))

            let again = try await reopen()
            try expect("the cargo", await again.cargo(), is: cargo)
            try expect("the customer's cargos", success(of: "listing", await again.cargos.findForCustomer(.stub())), is: [cargo])
            try expect("the voyage", success(of: "finding", await again.voyages.findByNumber(.stub())), is: voyage)
            try expect(
                "the changes since",
                success(of: "finding changes", await again.voyages.findChanges(after: changes.position)).voyages,
                is: []
            )
            let history = try success(of: "finding a history", await again.handlingEvents.findHistory(of: .stub()))
            try expect("the history", history.events, is: [event])
            try expect("the registration time", history.lastEvent?.registrationTime, is: .stub(day: 2))
            try expect(
                "the retracted events",
                success(of: "listing", await again.handlingEvents.findRetracted(of: .stub())),
                is: [.stub(customs)]
            )
            let locations = try success(of: "paging", await again.locations.findPage(after: nil, limit: 10)).items
            try expect("the locations", locations, is: [.stub(), .stub("SESTO", name: "Go\u{308}teborg")])
            try expect(
                "the reservation",
                success(of: "reserving", await again.idempotencyKeys.reserve(.stub(), for: .stub("SECOND"))),
                is: .stub("FIRST")
            )
            try expect("the outbox", await again.allEvents(), is: events)
        },
        ContractCheck(
            ["REP-4", "REP-2"],
            "a failed save isn't there after the store is reopened, and saving works",
            needs: BackendParts.reopen
        ) {
            backend,
            reopen in
            let cargo = try await backend.saved(.stub())
            _ = await backend.cargos.save(.stub(itinerary: .stub()))
            let again = try await reopen()
            try expect("the cargo", await again.cargo(), is: cargo)
            try expect("the outbox", await again.allEvents().map(\.fact.type), is: ["CargoBooked"])
            let changed = try await again.saved(try cargo.assigned(to: .stub()))
            try expect("the next version", changed.version, is: 2)
            try expect("the sequences", await again.allEvents().map(\.sequence), is: [1, 2])
            try expect("the cargo seen by the first opener", await backend.cargo(), is: changed)
        },
        ContractCheck(["REP-6"], "an id in use isn't generated after the store is reopened", needs: BackendParts.reopen) {
            backend,
            reopen in
            let drawn = try success(of: "generating an id", await backend.cargos.nextTrackingId())
            try await backend.saved(.stub(drawn.text))
            let again = try await reopen()
            for _ in 0..<10 {
                let next = try success(of: "generating an id", await again.cargos.nextTrackingId())
                try expect(next != drawn, "an id other than \(drawn)", butGot: "\(next)")
            }
        },
    ]

    static let damageChecks: [ContractCheck] = [
        ContractCheck(
            ["REP-5"],
            "a corrupt cargo is corrupt_record with its id and the rule it breaks, and affects no other cargo",
            needs: BackendParts.insertBrokenCargo
        ) {
            backend,
            insertBrokenCargo in
            let sound = try await backend.saved(.stub("SOUND"))
            let neighbour = try await backend.saved(.stub("ZZZ", customer: "CUST-2"))
            let broken = TrackingId.stub("BROKEN")
            try await insertBrokenCargo(broken, .stub())
            let corrupt = DomainError.corruptRecord(rule: "route_origin_is_destination", id: "BROKEN")

            try failure(of: "finding it", await backend.cargos.findByTrackingId(broken), is: corrupt)
            try failure(of: "saving over it", await backend.cargos.save(.stub("BROKEN")), is: corrupt)
            try failure(of: "listing its customer's cargos", await backend.cargos.findForCustomer(.stub()), is: corrupt)
            let first = await backend.cargos.find(CargoQuery(customer: .stub()), after: nil, limit: 9)
            try failure(of: "reading the page with it", first, is: corrupt)
            try expect("the sound cargo", await backend.cargo(.stub("SOUND")), is: sound)
            try expect(
                "another customer's cargos",
                success(of: "listing", await backend.cargos.findForCustomer(.stub("CUST-2"))),
                is: [neighbour]
            )
            for limit in [1, 2, 10] {
                let pages = try await allPages { await backend.cargos.find(CargoQuery(), after: $0, limit: limit) }
                try expect("the cargos in pages of \(limit)", pages.flatMap { $0 }, is: [sound, neighbour])
            }
            let routed = try await backend.saved(try sound.assigned(to: .stub()))
            let page = try success(of: "paging", await backend.cargos.find(CargoQuery(voyage: .stub()), after: nil, limit: 1))
            try expect("the cargos on a voyage", page.items, is: [routed])
            try expect("the changed sound cargo", routed.version, is: 2)
        },
        ContractCheck(
            ["REP-5"],
            "a corrupt location is corrupt_record with its code and the rule it breaks, and affects no other location",
            needs: BackendParts.insertBrokenLocation
        ) {
            backend,
            insertBrokenLocation in
            try success(of: "saving", await backend.locations.save([.stub("SESTO")]))
            try await insertBrokenLocation(.stub("SEGOT"))
            let corrupt = DomainError.corruptRecord(rule: "location_name_invalid", id: "SEGOT")
            try failure(of: "finding it", await backend.locations.findByUnLocode(.stub("SEGOT")), is: corrupt)
            try failure(of: "saving over it", await backend.locations.save([.stub("SEGOT")]), is: corrupt)
            try success(of: "saving another", await backend.locations.save([.stub("USNYC")]))
            let page = try success(of: "paging", await backend.locations.findPage(after: nil, limit: 3))
            try expect("the sound locations", page.items, is: [.stub("SESTO"), .stub("USNYC")])
        },
    ]
}
