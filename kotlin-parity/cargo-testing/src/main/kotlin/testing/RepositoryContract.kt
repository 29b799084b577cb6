package io.github.cargokit.testing

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.DomainFact

/**
 * What every backend promises (REP-1 to REP-7, and REP-9 and REP-10 if it can remove anything). Run all [checks] on
 * yours, each on a new, empty store.
 */
public object RepositoryContract {
    /** All checks. */
    public val checks: List<ContractCheck> by lazy {
        ownChecks + listingChecks + bookingKeyChecks + outboxChecks + retentionChecks
    }

    private val ownChecks: List<ContractCheck> = listOf(
        check("REP-1", "An unknown cargo is cargo_not_found; an unknown customer has no cargos") { store ->
            expect(store.cargos.findByTrackingId(trackingId).code, "cargo_not_found")
            expect(store.cargos.findForCustomer(customerId).value, emptyList())
            expect(store.cargos.find(CargoQuery(), after = null, limit = 10).value.items, emptyList())
        },
        check("REP-1", "What was saved is found: the cargo, its route and its version") { store ->
            val cargo = booked().assignedTo(viaNewYork).value
            store.cargos.save(cargo).value
            expect(stored(store), cargo.storedAs(1).value)
            expect(stored(store).raisedFacts, emptyList())
        },
        check("REP-1, CRG-12, CRG-14, CRG-15", "A cargo comes back with its promise, holds and pick-up deadline") {
            heldCargoContract(it)
        },
        check("REP-1, VOY-5, VOY-6", "A voyage comes back with its details and its reports") { reportsContract(it) },
        check("REP-1", "A customer's cargos are found, ordered by tracking id") { store ->
            for (id in listOf("CARGO2", "CARGO1")) store.cargos.save(booked(id)).value
            store.cargos.save(booked("CARGO3", customer = "C-2")).value
            expect(ids(store.cargos.findForCustomer(customerId).value), listOf("CARGO1", "CARGO2"))
            val first = store.cargos.find(CargoQuery(customer = customerId), after = null, limit = 1).value
            expect(ids(first.items) to first.next?.text, listOf("CARGO1") to "CARGO1")
            val second = store.cargos.find(CargoQuery(customer = customerId), first.next, limit = 1).value
            expect(ids(second.items) to second.next, listOf("CARGO2") to null)
        },
        check("REP-1", "All cargos are found in pages, ordered by tracking id") { store ->
            for (id in listOf("CARGO3", "CARGO1", "CARGO2")) store.cargos.save(booked(id)).value
            val first = store.cargos.find(CargoQuery(), after = null, limit = 2).value
            expect(ids(first.items) to first.next?.text, listOf("CARGO1", "CARGO2") to "CARGO2")
            val second = store.cargos.find(CargoQuery(), after = first.next, limit = 2).value
            expect(ids(second.items) to second.next, listOf("CARGO3") to null)
        },
        check("REP-1", "The cargos on a voyage are found as long as a leg is on it") { voyageContract(it) },
        check("REF-5", "The cargos that have a reference are found, whatever their state") { referenceContract(it) },
        check("REP-1", "Voyages are found by their numbers, each once; unknown ones are left out") {
            voyagesContract(it)
        },
        check("REP-2", "A save over another version is a conflict and changes nothing") { store ->
            store.cargos.save(booked()).value
            val error = store.cargos.save(booked()).error
            expect(error.code.text, "concurrency_conflict")
            expect(
                error.params.joinToString { it.toString() },
                "Integer(name=actual, number=1), Integer(name=expected, number=0), Text(name=trackingId, text=ABC123)",
            )
            val first = stored(store)
            store.cargos.save(first.assignedTo(viaNewYork).value).value
            expect(store.cargos.save(first.changingDestination(port("USNYC")).value).code, "concurrency_conflict")
            expect(stored(store).let { it.version to it.itinerary }, 2L to viaNewYork)
        },
        check("REP-2", "A voyage saved over another version is a conflict and changes nothing") { store ->
            store.voyages.save(voyage("V1", movement("HKHKG", 1, "SESTO", 2))).value
            expect(store.voyages.save(voyage("V1", movement("HKHKG", 1, "SESTO", 3))).code, "concurrency_conflict")
            val stored = store.voyages.findByNumber(voyageNumber("V1")).value
            expect(stored.version to stored.schedule.movements, 1L to listOf(movement("HKHKG", 1, "SESTO", 2)))
        },
        check("REP-3", "A save stores its facts in the outbox, in order and without gaps") { store ->
            store.cargos.save(booked().assignedTo(viaNewYork).value).value
            store.voyages.save(voyage("V1", movement("HKHKG", 1, "SESTO", 2))).value
            val renewed = store.voyages.findByNumber(voyageNumber("V1")).value
            store.voyages.save(renewed.rescheduledTo(voyage("V1", movement("HKHKG", 1, "SESTO", 4)).schedule)).value
            val events = store.events.events(after = 0, limit = 10).value
            expect(events.map { it.eventId }, listOf("Cargo:ABC123:1:0", "Cargo:ABC123:1:1", "Voyage:V1:2:0"))
            expect(events.map { it.sequence }, listOf(1L, 2L, 3L))
            expect(events[1].fact, DomainFact.CargoRouted(viaNewYork))
            expect(store.events.events(after = 1, limit = 1).value.map { it.sequence }, listOf(2L))
            expect(store.events.events(after = 3, limit = 10).value, emptyList())
        },
        check("REP-3", "A save that fails stores no events") { store ->
            store.cargos.save(booked()).value
            expect(store.cargos.save(booked()).code, "concurrency_conflict")
            expect(store.events.events(after = 0, limit = 10).value.size, 1)
        },
        check("REP-4, HND-7", "An event or its retraction is saved with its cargo in one step") {
            handlingContract(it)
        },
        check("REP-4", "An event isn't saved with a cargo that another writer saved first") { store ->
            store.cargos.save(booked()).value
            val stale = stored(store)
            store.cargos.save(stale.assignedTo(viaNewYork).value).value
            val empty = store.handlingEvents.findHistory(trackingId).value
            expect(store.handlingUnitOfWork.save(event(RECEIVE, "HKHKG", 1), empty, stale).code, "concurrency_conflict")
            expect(store.handlingEvents.findHistory(trackingId).value.events, emptyList())
        },
        check("REP-6, VAL-ID-2", "A tracking id is never given out twice") { store ->
            val drawn = List(DRAWS) { store.cargos.nextTrackingId().value }
            expect(drawn.toSet().size, DRAWS)
        },
        check("VAL-LOC-2", "Locations are saved, renamed and listed in pages") { store ->
            expect(store.locations.findByUnLocode(port("SESTO")).code, "location_not_found")
            store.locations.save(listOf(location("SESTO", "Stockholm"), location("HKHKG", "Hongkong"))).value
            store.locations.save(listOf(location("SESTO", "Stockholms hamn"))).value
            expect(store.locations.findByUnLocode(port("SESTO")).value, location("SESTO", "Stockholms hamn"))
            val first = store.locations.findPage(after = null, limit = 1).value
            expect(first.items to first.next, listOf(location("HKHKG", "Hongkong")) to port("HKHKG"))
            val second = store.locations.findPage(after = first.next, limit = 1).value
            expect(second.items to second.next, listOf(location("SESTO", "Stockholms hamn")) to null)
        },
        check(
            "REP-1",
            "Finding several codes returns the locations that exist, for any order and number of codes",
        ) { store ->
            val codes = ('A'..'E').flatMap { first -> ('A'..'H').map { "XXA$first$it" } }
            store.locations.save(codes.map { location(it, "Port $it") }).value
            for (count in listOf(0, 1, 2, 17, 40)) {
                val wanted = codes.take(count).reversed()
                val found = store.locations.findAll((wanted + "SEGOT" + wanted.take(1)).map(::port)).value
                expect(found, wanted.associate { port(it) to location(it, "Port $it") })
            }
        },
        check("VOY-4", "Voyages are listed in pages, and since a position") { store ->
            expect(store.voyages.findByNumber(voyageNumber("V1")).code, "voyage_not_found")
            for (number in listOf("V2", "V1")) {
                store.voyages.save(voyage(number, movement("HKHKG", 1, "SESTO", 2))).value
            }
            val first = store.voyages.findPage(after = null, limit = 1).value
            expect(first.items.map { it.number.text } to first.next?.text, listOf("V1") to "V1")
            expect(
                store.voyages.findPage(after = first.next, limit = 1)
                    .value.let { page -> page.items.map { it.number.text } to page.next },
                listOf("V2") to null,
            )
            val changes = store.voyages.findChanges(after = 0).value
            expect(changes.voyages.map { it.number.text }.sorted(), listOf("V1", "V2"))
            expect(store.voyages.findChanges(changes.position).value.voyages, emptyList())
            val stored = store.voyages.findByNumber(voyageNumber("V2")).value
            store.voyages.save(stored.rescheduledTo(voyage("V2", movement("HKHKG", 1, "SESTO", 5)).schedule)).value
            expect(store.voyages.findChanges(changes.position).value.voyages.map { it.number.text }, listOf("V2"))
        },
    )

    private const val DRAWS = 20

    private fun ids(cargos: List<Cargo>) = cargos.map { it.trackingId.text }

    private fun booked(id: String, customer: String = customerId.text): Cargo =
        Cargo.book(TrackingId.parse(id).value, CustomerId.parse(customer).value, specification(), at = day(1)).value

    private fun location(code: String, name: String) = Location(port(code), LocationName.parse(name).value)
}

internal fun check(rules: String, name: String, body: suspend (CargoStore) -> Unit): ContractCheck =
    ContractCheck(rules.split(", "), name, needsRetention = false, body)

/** The stored cargo of the stubs. */
internal suspend fun stored(store: CargoStore): Cargo = store.cargos.findByTrackingId(trackingId).value
