package io.github.cargokit.testing

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.handling.HandlingType.UNLOAD
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.routing.RoutingService
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallStatus

/* The checks of the contract that take more than a few lines. */

/** A routing service that knows no route. */
public object NoRoutes : RoutingService {
    override suspend fun findRoutes(search: RouteSearch): Result<List<Itinerary>> = Result.Success(emptyList())
}

internal val wrongPort = Reason.parse("Wrong port").value

/** Registers, retracts and registers again; a writer that read another history stores nothing. */
@InternalCargoKitApi
public suspend fun handlingContract(store: CargoStore) {
    val cargos = store.cargos
    val events = store.handlingEvents
    val unitOfWork = store.handlingUnitOfWork
    cargos.save(booked()).value
    suspend fun stored(): Cargo = cargos.findByTrackingId(trackingId).value
    suspend fun history(): HandlingHistory = events.findHistory(trackingId).value
    suspend fun register(event: HandlingEvent, after: HandlingHistory) = unitOfWork.save(event, after, stored())
    suspend fun retract(event: HandlingEvent, after: HandlingHistory) =
        unitOfWork.retract(RetractedEvent(event, wrongPort, retractedAt = day(50)), after, stored())

    val received = event(RECEIVE, "HKHKG", 1)
    val astray = event(UNLOAD, "DEHAM", 2, "V9")
    val empty = history()
    register(received, empty).value
    expect(stored().version, 2L)
    expect(register(astray, empty).code, "concurrency_conflict")
    expect(unitOfWork.save(astray, history(), booked().storedAs(1).value).code, "concurrency_conflict")
    expect(history().events, listOf(received))
    expect(stored().version, 2L)

    register(astray, history()).value
    val both = history()
    retract(astray, both).value
    expect(history().events, listOf(received))
    expect(events.findRetracted(trackingId).value, listOf(RetractedEvent(astray, wrongPort, day(50))))
    // As many events as before, but not the same.
    expect(register(event(UNLOAD, "USNYC", 3, "V9"), both).code, "concurrency_conflict")

    register(event(UNLOAD, "DEHAM", 2, "V9", registered = 9), history()).value
    expect(history().events.map { it.registrationTime }, listOf(day(1), day(9)))
    expect(events.findRetracted(trackingId).value, emptyList())
    retract(astray, history()).value
    expect(history().revision, 5)
    expect(stored().version, 6L)
}

/** Two cargos on a voyage, one of which leaves it. */
@InternalCargoKitApi
public suspend fun voyageContract(store: CargoStore) {
    val cargos = store.cargos
    suspend fun on(voyage: String, after: String? = null, limit: Int = 10) =
        cargos.find(CargoQuery(voyage = voyageNumber(voyage)), after?.let { TrackingId.parse(it).value }, limit).value
    for (id in listOf("CARGO2", "CARGO1", "CARGO3")) {
        val cargo = Cargo.book(TrackingId.parse(id).value, customerId, specification(), at = day(1)).value
        cargos.save(if (id == "CARGO3") cargo else cargo.assignedTo(viaNewYork).value).value
    }
    expect(on("V100").items.map { it.trackingId.text }, listOf("CARGO1", "CARGO2"))
    val first = on("V100", limit = 1)
    expect(first.items.map { it.trackingId.text } to first.next?.text, listOf("CARGO1") to "CARGO1")
    expect(on("V100", after = "CARGO1").items.map { it.trackingId.text }, listOf("CARGO2"))
    expect(on("V999").items, emptyList())

    val rerouted = itinerary(leg("V300", "HKHKG", 11, "USNYC", 20), leg("V200", "USNYC", 22, "SESTO", 30))
    cargos.save(on("V100").items.first().assignedTo(rerouted).value).value
    expect(on("V100").items.map { it.trackingId.text }, listOf("CARGO2"))
    expect(on("V200").items.map { it.trackingId.text }, listOf("CARGO1", "CARGO2"))

    // Twice on the voyage, unloaded, claimed, cancelled: each counts once.
    val there = itinerary(leg("V400", "HKHKG", 10, "USNYC", 20), leg("V400", "USNYC", 22, "SESTO", 30))
    val claimed = booked().assignedTo(there).value.derivingDeliveryProgress(
        history(event(LOAD, "HKHKG", 10, "V400"), event(UNLOAD, "SESTO", 30, "V400"), event(CLAIM, "SESTO", 31)),
    ).value
    expect(claimed.isClaimed, true)
    cargos.save(claimed).value
    val waiting = Cargo.book(
        TrackingId.parse("CARGO4").value,
        customerId,
        specification(),
        at = day(1),
    ).value.assignedTo(there).value
    cargos.save(waiting.cancelled(wrongPort, at = day(2)).value).value
    expect(on("V400").items.map { it.trackingId.text }, listOf("ABC123", "CARGO4"))
}

/** Cargos that share a reference, one of which loses it. */
@InternalCargoKitApi
public suspend fun referenceContract(store: CargoStore) {
    val cargos = store.cargos
    val container = CargoReference.create(ReferenceType.CONTAINER, "MSKU1234565").value
    val own = CargoReference.create(ReferenceType.CUSTOMER, "Go\u0308teborg").value
    suspend fun with(reference: CargoReference, after: String? = null, limit: Int = 10) =
        cargos.find(CargoQuery(reference = reference), after?.let { TrackingId.parse(it).value }, limit).value
    for (id in listOf("CARGO2", "CARGO1", "CARGO3")) {
        val cargo = Cargo.book(TrackingId.parse(id).value, customerId, specification(), at = day(1)).value
        cargos.save(if (id == "CARGO3") cargo.adding(own).value else cargo.adding(container).value).value
    }
    expect(with(container).items.map { it.trackingId.text }, listOf("CARGO1", "CARGO2"))
    val first = with(container, limit = 1)
    expect(first.items.map { it.trackingId.text } to first.next?.text, listOf("CARGO1") to "CARGO1")
    expect(with(container, after = "CARGO1").items.map { it.trackingId.text }, listOf("CARGO2"))
    expect(with(own).items.map { it.references }, listOf(listOf(own)))
    expect(with(CargoReference.create(ReferenceType.CUSTOMER, "G\u00F6teborg").value).items, emptyList())
    expect(with(CargoReference.create(ReferenceType.BOOKING, "MSKU1234565").value).items, emptyList())

    cargos.save(with(container).items.first().removing(container).cancelled(wrongPort, at = day(2)).value).value
    expect(with(container).items.map { it.trackingId.text }, listOf("CARGO2"))
    cargos.save(cargos.findByTrackingId(TrackingId.parse("CARGO1").value).value.adding(container).value).value
    expect(with(container).items.map { it.isCancelled }, listOf(true, false))
}

/** Voyages by their numbers. */
@InternalCargoKitApi
public suspend fun voyagesContract(store: CargoStore) {
    val voyages = store.voyages
    for (number in listOf("V1", "V2", "V3")) voyages.save(voyage(number, movement("HKHKG", 1, "SESTO", 2))).value
    val asked = listOf("V3", "V9", "V1", "V3").map(::voyageNumber)
    expect(voyages.findAll(asked).value.map { it.number.text }.sorted(), listOf("V1", "V3"))
    expect(voyages.findAll(emptyList()).value, emptyList())
}

/** A cargo that is promised, held and to be picked up, and then is so no more. */
@InternalCargoKitApi
public suspend fun heldCargoContract(store: CargoStore) {
    val held = booked().assignedTo(viaNewYork).value.settingPickUpBy(day(33)).value
        .placingHold(HoldType.FREIGHT, wrongPort, at = day(2)).value
        .placingHold(HoldType.CUSTOMS, Reason.parse("Go\u0308teborg").value, at = day(3)).value
    store.cargos.save(held).value
    expect(stored(store), held.storedAs(1).value)
    expect(stored(store).promisedArrival, day(30))

    val released = stored(store).releasingHold(HoldType.FREIGHT).releasingHold(HoldType.CUSTOMS).settingPickUpBy(null)
        .value.changingDestination(port("USNYC")).value
    store.cargos.save(released).value
    expect(stored(store), released.storedAs(2).value)
    val types = store.events.events(after = 0, limit = 10).value.map { it.fact.type to it.schemaVersion }
    expect(
        types,
        listOf(
            "CargoBooked" to 2L, "CargoRouted" to 2L, "PickUpDeadlineChanged" to 3L, "CargoHeld" to 3L,
            "CargoHeld" to 3L, "CargoReleased" to 3L, "CargoReleased" to 3L, "PickUpDeadlineChanged" to 3L,
            "DestinationChanged" to 2L,
        ),
    )
}

/** A voyage that is described and reported, and then rescheduled. */
@InternalCargoKitApi
public suspend fun reportsContract(store: CargoStore) {
    val voyages = store.voyages
    suspend fun stored() = voyages.findByNumber(voyageNumber("V1")).value
    val sailing = voyage("V1", movement("HKHKG", 1, "USNYC", 9), movement("USNYC", 10, "SESTO", 20))
    voyages.save(sailing.describedAs(details)).value
    val reported = stored().reported("HKHKG", PortCallEnd.DEPARTURE, 3, PortCallStatus.ACTUAL)
        .reported("SESTO", PortCallEnd.ARRIVAL, 25)
    voyages.save(reported).value
    expect(stored(), reported.storedAs(2).value)
    expect(stored().forecast.movements, listOf(movement("HKHKG", 3, "USNYC", 11), movement("USNYC", 12, "SESTO", 25)))
    expect(voyages.findAll(listOf(stored().number)).value, listOf(stored()))
    expect(voyages.findPage(after = null, limit = 1).value.items, listOf(stored()))
    expect(voyages.findChanges(after = 0).value.voyages, listOf(stored()))

    val rescheduled = stored().rescheduledTo(voyage("V1", movement("HKHKG", 3, "SESTO", 26)).schedule)
    voyages.save(rescheduled).value
    expect(stored(), rescheduled.storedAs(3).value)
    expect(stored().details to stored().reports, details to emptyList())
    val events = store.events.events(after = 0, limit = 10).value
    expect(events.map { it.schemaVersion }, listOf(3L, 3L, 3L, 2L))
    expect(events.first().fact, DomainFact.VoyageDescribed(sailing.number, details))
}
