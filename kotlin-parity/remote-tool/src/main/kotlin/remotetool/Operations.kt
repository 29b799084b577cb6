package io.github.cargokit.remotetool

import io.github.cargokit.application.CargoOperations
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.application.usecases.Operation
import io.github.cargokit.application.usecases.RollOver
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallStatus
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.infrastructure.CargoKit
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.remote.CargoClient
import io.github.cargokit.remote.RemoteStore
import io.github.cargokit.testing.code
import io.github.cargokit.testing.details
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reference
import io.github.cargokit.testing.value
import io.github.cargokit.testing.voyageNumber
import kotlin.time.Duration.Companion.minutes

private const val CUSTOMER = "ACME"
private val HONG_KONG = port("HKHKG")
private val NEW_YORK = port("USNYC")
private val STOCKHOLM = port("SESTO")
private val RECEIVED = time("2020-03-01T08:00:00Z")
private val REPORTED = time("2020-03-02T08:00:00Z")
private val DEADLINE = time("2100-07-01T00:00:00Z")

private fun time(text: String): Instant = Instant.parse(text).value

private fun cargo(text: String): TrackingId = TrackingId.parse(text).value

private fun schedule(month: Int): Schedule {
    fun sailing(from: UnLocode, leaves: String, to: UnLocode, arrives: String) =
        CarrierMovement.create(from, to, time("2100-0$month-$leaves"), time("2100-0$month-$arrives")).value
    return Schedule.create(
        listOf(
            sailing(HONG_KONG, "05T06:00:00Z", NEW_YORK, "15T06:00:00Z"),
            sailing(NEW_YORK, "16T06:00:00Z", STOCKHOLM, "28T06:00:00Z"),
        ),
    ).value
}

/** Operations that remember what was performed. */
private class Noting(private val inner: CargoOperations) : CargoOperations {
    override val clock get() = inner.clock
    val performed = HashSet<Operation<*, *>>()

    override suspend fun <Request, Response> perform(
        operation: Operation<Request, Response>,
        request: Request,
    ): Result<Response> = inner.perform(operation, request).also { performed += operation }
}

/**
 * The operations at a service, with tokens of several roles, compared with those in this process: of writes with a kit
 * of its own, which is told the same; of reads with a kit over the service's store.
 */
internal class Operations(
    private val url: String,
    private val token: String,
    private val tell: (String, String) -> Unit,
) {
    private val clerk = Noting(client("clerk"))
    private val admin = Noting(client("admin"))
    private val own: CargoOperations = CargoKit(InMemoryStore())
    private val embedded: CargoOperations = CargoKit(RemoteStore.create(url, token).value)

    private fun client(role: String): CargoOperations = CargoClient.create(url, "$role-$token").value

    private fun check(name: String, actual: Any?, expected: Any?) =
        tell(name, if (actual == expected) "ok" else "expected $expected, got $actual".replace('\n', ' '))

    private suspend fun <T> write(
        name: String,
        by: CargoOperations = clerk,
        call: suspend CargoOperations.() -> Result<T>,
    ): Result<T> = by.call().also { check(name, it, own.call()) }

    private suspend fun <T> read(name: String, call: suspend CargoOperations.() -> Result<T>): Result<T> =
        clerk.call().also { check(name, it, embedded.call()) }

    suspend fun run() {
        referenceData()
        lifeOfACargo()
        changes()
        voyages()
        lists()
        val all = Operation::class.java.permittedSubclasses.map { it.name }.toSet()
        val performed = (clerk.performed + admin.performed).map { it.javaClass.name }.toSet()
        check("performs every operation", performed, all)
        versionsAndKeys()
        roles()
    }

    private suspend fun referenceData() {
        for ((port, name) in listOf(HONG_KONG to "Hong Kong", NEW_YORK to "New York", STOCKHOLM to "Göteborg")) {
            write("registers $port", admin) { registerLocation(port, LocationName.parse(name).value) }
        }
        write("renames a location", admin) { registerLocation(STOCKHOLM, LocationName.parse("Stockholm").value) }
        write("registers a voyage", admin) { registerVoyage(voyageNumber("V100"), schedule(3), details) }
        write("registers another", admin) { registerVoyage(voyageNumber("V200"), schedule(4)) }
        write("registers a voyage again", admin) { registerVoyage(voyageNumber("V100"), schedule(3)) }
        write("refuses another voyage of the number", admin) { registerVoyage(voyageNumber("V100"), schedule(5)) }
        read("finds a location") { location(STOCKHOLM) }
        read("doesn't find a location") { location(port("DEHAM")) }
        read("lists locations") { locations(limit = 2) }
        read("lists the next locations") { locations(after = HONG_KONG, limit = 1000) }
        read("finds locations by a part of their name") { locations("w y") }
        read("finds a voyage") { voyage(voyageNumber("V100")) }
        read("lists voyages") { voyages(limit = 1) }
        read("lists the next voyages") { voyages(voyageNumber("V100")) }
        for (limit in listOf(0, 1001)) read("refuses pages of $limit") { voyages(limit = limit) }
    }

    private suspend fun CargoOperations.books(text: String) =
        book(HONG_KONG, STOCKHOLM, DEADLINE, CustomerId.parse(CUSTOMER).value, cargo(text))

    private suspend fun lifeOfACargo() {
        val id = cargo("LIFE")
        write("books") { books("LIFE") }
        write("refuses a tracking id in use") { books("LIFE") }
        write("finds the same routes") { findRoutes(id, RouteSearch.Options.create(5, 2, 3_600_000).value) }
        write("finds routes of a single leg") { routes(id, RouteSearch.Options.create(1, 1, 0).value) }
        val route = read("finds routes") { routes(id) }.value.first()
        write("assigns a route") { assign(route, id, expectedVersion = 1) }
        write("adds a reference") { addReference(reference, id) }
        write("adds it again") { addReference(reference, id) }
        read("finds a cargo by its reference") { cargosWith(reference) }
        write("removes a reference") { removeReference(reference, id) }
        write("places a hold") { placeHold(HoldType.CUSTOMS, id, Reason.parse("Documents are missing").value) }
        read("shows the hold") { track(id) }
        write("releases a hold") { releaseHold(HoldType.CUSTOMS, id) }
        val received: suspend CargoOperations.() -> Result<*> = {
            handle(HandlingType.RECEIVE, id, HONG_KONG, completed = RECEIVED)
        }
        write("registers an event", call = received)
        write("registers it again", call = received)
        write("refuses to cancel what was received") { cancelBooking(id, Reason.parse("Sold").value) }
        for (time in 1..2) {
            write("retracts an event, time $time") {
                retract(HandlingType.RECEIVE, id, HONG_KONG, RECEIVED, Reason.parse("Another cargo").value)
            }
        }
        write("registers a retracted event", call = received)
        write("refuses an event at an unknown place") { handle(HandlingType.RECEIVE, id, port("DEHAM")) }
        read("tracks") { track(id) }
        read("lists handling events") { handlingEvents(id) }
        read("finds a cargo") { cargo(id) }
        for (end in listOf(time("2100-08-01T00:00:00Z"), null)) {
            write("sets the pick-up deadline to $end") { setPickUpDeadline(id, end) }
        }
        write("doesn't change an unknown cargo") { setPickUpDeadline(cargo("NOSUCH"), null) }
        read("doesn't track an unknown cargo") { track(cargo("NOSUCH")) }
    }

    private suspend fun changes() {
        val id = cargo("CHANGED")
        write("books another cargo") { books("CHANGED") }
        write("cancels") { cancelBooking(id, Reason.parse("Sold \"twice\"").value) }
        read("shows the cancellation") { track(id) }
        write("finds no routes for a cancelled cargo") { findRoutes(id) }
        write("reinstates") { reinstateBooking(id) }
        write("changes the destination") { changeDestination(id, NEW_YORK) }
        write("refuses an unknown destination") { changeDestination(id, port("DEHAM")) }
        write("changes the deadline") { changeDeadline(id, time("2100-09-01T00:00:00Z")) }
        write("refuses a deadline in the past") { changeDeadline(id, RECEIVED) }
        write("specifies a route") { specifyRoute(id, HONG_KONG, STOCKHOLM, DEADLINE) }
        write("refuses a route to where it starts") { specifyRoute(id, HONG_KONG, HONG_KONG, DEADLINE) }
        val route = read("finds routes again") { routes(id) }.value.first()
        write("assigns one") { assign(route, id) }
        write("substitutes a voyage") { substituteVoyage(voyageNumber("V200"), leg = 0, id) }
        write("refuses a leg that isn't there") { substituteVoyage(voyageNumber("V200"), leg = 9, id) }
        write("refuses an unknown voyage") { substituteVoyage(voyageNumber("V999"), leg = 0, id) }
        read("shows the substitution") { track(id) }
    }

    private suspend fun voyages() {
        val number = voyageNumber("V100")
        write("books a cargo to roll over") { books("ROLLED") }
        val route = read("finds routes for it") { routes(cargo("ROLLED")) }.value.first()
        write("routes it") { assign(route, cargo("ROLLED")) }
        write("reports a port call") {
            val late = time("2100-08-06T06:00:00Z")
            reportPortCall(number, PortCallEnd.DEPARTURE, HONG_KONG, PortCallStatus.ESTIMATED, late, REPORTED)
        }
        write("refuses a report over another version") {
            reportPortCall(
                number, PortCallEnd.DEPARTURE, HONG_KONG, PortCallStatus.ESTIMATED, DEADLINE, REPORTED,
                expectedVersion = 1,
            )
        }
        read("shows the forecast") { voyage(number) }
        write("describes a voyage") { describeVoyage(number, VoyageDetails.NONE, expectedVersion = 2) }
        write("reschedules a voyage", admin) { rescheduleVoyage(number, schedule(5), expectedVersion = 3) }
        write("refuses to reschedule another version", admin) {
            rescheduleVoyage(number, schedule(6), expectedVersion = 3)
        }
        write("refuses to reschedule an unknown voyage", admin) { rescheduleVoyage(voyageNumber("V999"), schedule(6)) }
        write("registers a voyage to New York alone", admin) {
            registerVoyage(voyageNumber("V300"), Schedule.create(schedule(6).movements.take(1)).value)
        }
        val moved: (RollOver.Response) -> Any = { all -> all.affectedCargos to all.failures.map { it.error.code } }
        write("rolls nothing over to where the cargos don't go") {
            rollOver(number, HONG_KONG, voyageNumber("V300")).map(moved)
        }
        write("rolls over") { rollOver(number, HONG_KONG, voyageNumber("V200")).map(moved) }
        read("shows it") { track(cargo("ROLLED")) }
    }

    /** Cargos for each condition of a filter. */
    private suspend fun CargoOperations.fleet(): Result<*> {
        val (sailing, past) = listOf(cargo("SAILING"), cargo("PAST"))
        book(HONG_KONG, NEW_YORK, DEADLINE, CustomerId.parse(CUSTOMER).value, past).orElse { return it }
        book(HONG_KONG, NEW_YORK, DEADLINE, CustomerId.parse(CUSTOMER).value, sailing).orElse { return it }
        for (id in listOf("UNROUTED", "GONE", "LATE", "DISRUPTED")) books(id).orElse { return it }
        placeHold(HoldType.OTHER, cargo("UNROUTED"), Reason.parse("Too heavy").value).orElse { return it }
        cancelBooking(cargo("GONE"), Reason.parse("Sold").value).orElse { return it }

        val old = voyageNumber("V010")
        val leg = Leg.create(old, HONG_KONG, NEW_YORK, time("2020-03-05T06:00:00Z"), time("2020-03-15T06:00:00Z")).value
        for (id in listOf(past, sailing)) {
            assign(Itinerary.create(listOf(leg)).value, id).orElse { return it }
            handle(HandlingType.RECEIVE, id, HONG_KONG, completed = RECEIVED).orElse { return it }
        }
        handle(HandlingType.LOAD, past, HONG_KONG, old, leg.loadTime).orElse { return it }
        handle(HandlingType.UNLOAD, past, NEW_YORK, old, leg.unloadTime).orElse { return it }
        setPickUpDeadline(past, time("2020-04-01T00:00:00Z")).orElse { return it }

        val april = voyageNumber("V200")
        val route = routes(cargo("LATE")).orElse { return it }
            .first { route -> route.legs.all { it.voyageNumber == april } }
        assign(route, cargo("LATE")).orElse { return it }
        val legs = schedule(4).movements.map {
            Leg.create(april, it.departureLocation, it.arrivalLocation, it.departureTime, it.arrivalTime).value
        }
        assign(Itinerary.create(legs).value, cargo("DISRUPTED")).orElse { return it }
        changeDeadline(cargo("LATE"), time("2100-05-01T00:00:00Z")).orElse { return it }
        val later = time("2100-05-02T00:00:00Z")
        reportPortCall(april, PortCallEnd.ARRIVAL, STOCKHOLM, PortCallStatus.ESTIMATED, later, REPORTED)
            .orElse { return it }
        return substituteVoyage(voyageNumber("V100"), leg = 0, cargo("DISRUPTED"))
    }

    private suspend fun lists() {
        val past = CarrierMovement.create(
            HONG_KONG, NEW_YORK, time("2020-03-05T06:00:00Z"), time("2020-03-15T06:00:00Z"),
        ).value
        write("registers a voyage of the past", admin) {
            registerVoyage(voyageNumber("V010"), Schedule.create(listOf(past)).value)
        }
        write("does what a fleet needs") { fleet() }
        val (april, may) = listOf(voyageNumber("V200"), voyageNumber("V100"))
        val disrupted = setOf(AttentionReason.DISRUPTED)
        val late = setOf(AttentionReason.LATE)
        val needs = AttentionReason.entries - AttentionReason.MISDIRECTED
        val filters = needs.map { CargoFilter(setOf(it)) } + listOf(
            CargoFilter(), CargoFilter(setOf(AttentionReason.UNROUTED, AttentionReason.HELD)),
            CargoFilter(AttentionReason.entries.toSet(), isAnyNeedEnough = true),
            CargoFilter(late + disrupted, isAnyNeedEnough = true, voyage = april), CargoFilter(place = HONG_KONG),
            CargoFilter(voyage = may), CargoFilter(place = NEW_YORK, voyage = may),
            CargoFilter(disrupted, place = NEW_YORK, voyage = april), CargoFilter(late, voyage = april),
            CargoFilter(hold = HoldType.OTHER), CargoFilter(routingStatus = RoutingStatus.ROUTED),
            CargoFilter(transportStatus = TransportStatus.IN_PORT), CargoFilter(isCancelled = true),
            CargoFilter(overdueBy = 90.minutes),
        )
        for (filter in filters) {
            val conditions = filter.toString().replace(Regex("CargoFilter|\\w+=(null|false|\\[])(, )?|, (?=\\))"), "")
            val found = read("lists cargos by $conditions") { cargos(filter).map(::told) }.value
            check("finds some", found.cargos.isNotEmpty(), true)
            read("lists a customer's") { cargosOf(CustomerId.parse(CUSTOMER).value, filter).map(::told) }
        }
        val others = listOf(CargoFilter(disrupted, voyage = may), CargoFilter(late, place = NEW_YORK, voyage = april))
        for (filter in others) {
            check("finds no others", read("lists no cargos") { cargos(filter) }.value.cargos, emptyList<Any>())
        }
        read("lists a page of cargos") { cargos(limit = 2).map(::told) }
        read("lists the next page of cargos") { cargos(after = cargo("LIFE"), limit = 2).map(::told) }
        read("lists nobody's cargos") { cargosOf(CustomerId.parse("NOBODY").value) }
        read("refuses a page of cargos without any") { cargos(limit = 0) }
        val events = read("reads events") { events(limit = 1000) }.value
        read("reads a page of events") { events(after = 3, limit = 5) }
        read("reads to the end of the events") { events(after = events.last().sequence) }
    }

    /** A list as a service tells it: without what is uncollected. */
    private fun told(list: CargoList) =
        CargoList(list.cargos.map { it.copy(needs = it.needs - AttentionReason.UNCOLLECTED) }, list.next)

    private suspend fun versionsAndKeys() {
        val id = cargo("LIFE")
        val version = clerk.cargo(id).value.version
        write("refuses a stale version") { changeDeadline(id, DEADLINE, expectedVersion = version - 1) }
        write("accepts the present one") { changeDeadline(id, DEADLINE, expectedVersion = version) }
        val key = IdempotencyKey.parse("order\"1\\").value
        suspend fun booked(to: UnLocode) =
            clerk.book(HONG_KONG, to, DEADLINE, CustomerId.parse("KEYS").value, idempotencyKey = key)
        val first = booked(STOCKHOLM)
        check("repeats a booking with its key", booked(STOCKHOLM), first)
        check("books once with a key", clerk.cargosOf(CustomerId.parse("KEYS").value).value.cargos.size, 1)
        check("refuses the key of another booking", booked(NEW_YORK).code, "idempotency_key_reused")
    }

    private suspend fun roles() {
        val id = cargo("LIFE")
        val reason = Reason.parse("Sold").value
        val route = clerk.routes(cargo("UNROUTED")).value.first()
        val number = voyageNumber("V100")
        val clerks: List<suspend CargoOperations.() -> Result<*>> = listOf(
            { books("VIEWER") }, { specifyRoute(id, HONG_KONG, STOCKHOLM, DEADLINE) },
            { changeDestination(id, STOCKHOLM) }, { changeDeadline(id, DEADLINE) }, { cancelBooking(id, reason) },
            { reinstateBooking(id) }, { addReference(reference, id) }, { removeReference(reference, id) },
            { assign(route, id) }, { placeHold(HoldType.OTHER, id, reason) }, { releaseHold(HoldType.OTHER, id) },
            { setPickUpDeadline(id, null) }, { substituteVoyage(number, leg = 0, id) },
            { rollOver(number, HONG_KONG, voyageNumber("V200")) }, { handle(HandlingType.CUSTOMS, id, HONG_KONG) },
            { retract(HandlingType.RECEIVE, id, HONG_KONG, RECEIVED, reason) }, { describeVoyage(number, details) },
            { reportPortCall(number, PortCallEnd.ARRIVAL, NEW_YORK, PortCallStatus.ESTIMATED, DEADLINE) },
        )
        val admins: List<suspend CargoOperations.() -> Result<*>> = listOf(
            { registerLocation(NEW_YORK, LocationName.parse("Nieuw Amsterdam").value) },
            { registerVoyage(voyageNumber("V900"), schedule(3)) }, { rescheduleVoyage(number, schedule(6)) },
        )
        val before = clerk.events(limit = 1000).value.size
        val viewer = client("viewer")
        check("a viewer tracks", viewer.track(id), clerk.track(id))
        val refused = (clerks + admins).map { refusal(viewer.it()) } + admins.map { refusal(clerk.it()) }
        check("a viewer writes nothing, and a clerk no reference data", refused.toSet(), setOf("role_insufficient"))
        check("none of it was stored", clerk.events(limit = 1000).value.size, before)
        check("a token that isn't known", refusal(client("nobody").track(id)), "token_invalid")

        val customer = client("customer")
        val booked = customer.book(HONG_KONG, STOCKHOLM, DEADLINE, CustomerId.parse("CUST").value).value
        check("a customer has what they book", customer.cargos().value.cargos.map { it.trackingId }, listOf(booked))
        check("and no other cargo", customer.track(id).code, "cargo_not_found")
        check("and the events of it", customer.events().value.map { it.aggregateId }, listOf(booked.text))
        check("a customer doesn't cancel", refusal(customer.cancelBooking(booked, reason)), "not_found")
    }

    /** The service's code in a refusal, or what came instead. */
    private fun refusal(result: Result<*>): String {
        val cause = (result as? Result.Failure)?.takeIf { it.code == "remote_rejected" }?.error?.cause
        return cause?.substringAfter("the service answered ")?.substringBefore(';') ?: result.toString()
    }
}
