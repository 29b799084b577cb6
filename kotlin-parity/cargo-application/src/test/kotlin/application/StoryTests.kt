package io.github.cargokit.application

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.usecases.AddReference
import io.github.cargokit.application.usecases.AssignRoute
import io.github.cargokit.application.usecases.CancelBooking
import io.github.cargokit.application.usecases.ChangeDeadline
import io.github.cargokit.application.usecases.ChangeDestination
import io.github.cargokit.application.usecases.FindRoutes
import io.github.cargokit.application.usecases.PlaceHold
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.ReinstateBooking
import io.github.cargokit.application.usecases.ReleaseHold
import io.github.cargokit.application.usecases.ReportPortCall
import io.github.cargokit.application.usecases.RescheduleVoyage
import io.github.cargokit.application.usecases.RetractHandlingEvent
import io.github.cargokit.application.usecases.SetPickUpDeadline
import io.github.cargokit.application.usecases.SubstituteVoyage
import io.github.cargokit.application.usecases.TrackCargo
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.ErrorTier
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallStatus
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.StoredRecord
import io.github.cargokit.infrastructure.records.domainEvent
import io.github.cargokit.infrastructure.records.trackingView
import io.github.cargokit.infrastructure.routing.VoyageRoutingService
import io.github.cargokit.testing.CargoProjection
import io.github.cargokit.testing.SequenceTrackingIdGenerator
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.history
import io.github.cargokit.testing.itinerary
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import kotlin.random.Random
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

/* Random stories of one cargo, and what holds after every step. */

private val mistake = Reason.parse("Double scan").value
private val ports = listOf("HKHKG", "USNYC", "SESTO", "DEHAM")
private val numbers = listOf("V100", "V200", "V300")
private val references = listOf("ABC709951", "ABC709952").map { CargoReference.create(ReferenceType.BOOKING, it).value }
private val pseudonyms = listOf("ERASED-1", "ERASED-2").map { CustomerId.parse(it).value }

/** The movements of each voyage, some days late. */
private fun schedule(number: String, delay: Int = 0): Schedule = Schedule.create(
    when (number) {
        "V100" -> listOf(
            movement("HKHKG", 10 + delay, "DEHAM", 15 + delay),
            movement("DEHAM", 16 + delay, "USNYC", 20 + delay),
        )
        "V200" -> listOf(movement("USNYC", 22 + delay, "SESTO", 30 + delay))
        else -> listOf(
            movement("DEHAM", 24 + delay, "SESTO", 28 + delay),
            movement("SESTO", 29 + delay, "HKHKG", 45 + delay),
        )
    },
).value

/** A store with a cargo that is routed through New York to Stockholm. Everything happens on one day. */
private class Story(today: Int) {
    val store = InMemoryStore({ day(today) }, SequenceTrackingIdGenerator(emptyList()))
    val environment: Environment = store.environment(VoyageRoutingService(store.voyages))

    init {
        for (port in ports) store.place(Location(port(port), LocationName.parse(port).value))
        for (number in numbers) store.place(Voyage.register(voyageNumber(number), schedule(number)))
        runBlocking { environment.cargos.save(booked().assignedTo(viaNewYork).value) }.value
    }

    val stored: Cargo get() = runBlocking { environment.cargos.findByTrackingId(trackingId) }.value

    val view: String
        get() = JSONWriter().apply {
            trackingView(runBlocking { TrackCargo(environment).execute(TrackCargo.Request(trackingId)) }.value)
        }.toString()

    fun register(event: HandlingEvent): Result<*> = runBlocking {
        val handled = event.handled
        RegisterHandlingEvent(environment).execute(
            RegisterHandlingEvent.Request(
                trackingId,
                handled.activity.type,
                handled.activity.location,
                handled.completionTime,
                handled.activity.voyageNumber,
            ),
        )
    }

    fun retract(event: HandlingEvent): Result<*> = runBlocking {
        val handled = event.handled
        RetractHandlingEvent(environment).execute(
            RetractHandlingEvent.Request(
                trackingId, handled.activity.type, handled.activity.location, handled.completionTime, mistake,
                handled.activity.voyageNumber,
            ),
        )
    }

    fun erase(pseudonym: CustomerId): Result<*> = runBlocking {
        val erased = stored.erasingCustomer(pseudonym)
        if (erased.raisedFacts.isEmpty()) Result.Success(Unit) else environment.cargos.save(erased)
    }

    fun reschedule(number: String, delay: Int) = runBlocking {
        RescheduleVoyage(environment).execute(RescheduleVoyage.Request(voyageNumber(number), schedule(number, delay)))
    }

    fun report(number: String, random: Random) = runBlocking {
        val status = PortCallStatus.entries.random(random)
        val time = day(if (status == PortCallStatus.ACTUAL) 9 + random.nextInt(7) else 9 + random.nextInt(40))
        ReportPortCall(environment).execute(
            ReportPortCall.Request(
                voyageNumber(number), port(ports.random(random)), PortCallEnd.entries.random(random), status, time,
                reportedAt = day(10 + random.nextInt(3)),
            ),
        )
    }

    fun events() = runBlocking { environment.events.events(0, limit = 1000) }.value
}

private fun Random.event(days: IntRange, types: List<HandlingType> = HandlingType.entries): HandlingEvent {
    val type = types.random(this)
    val isAtSea = type == HandlingType.LOAD || type == HandlingType.UNLOAD
    return event(
        type,
        ports.random(this),
        done = days.random(this),
        voyage = if (isAtSea) numbers.random(this) else null,
    )
}

/** A repository whose connection breaks after some saves. */
private class Breaking(private val cargos: CargoRepository, private var saves: Int) : CargoRepository by cargos {
    override suspend fun save(cargo: Cargo): Result<Unit> =
        if (saves-- > 0) cargos.save(cargo) else Result.Failure(DomainError.technical(Code.STORE_UNAVAILABLE))
}

internal class StoryTests {
    @Test
    fun `HND-7, UC-5 - registrations and retractions that leave the same events end in the same cargo, history and view`() {
        val random = Random(7)
        val types = listOf(HandlingType.LOAD, HandlingType.UNLOAD, HandlingType.CUSTOMS)
        repeat(300) {
            val stay = List(random.nextInt(6)) { random.event(5..35, types) }.distinct()
            val go = List(random.nextInt(5)) { random.event(5..35, types) }.distinct() - stay.toSet()
            val straight = Story(today = 40).apply { for (event in stay) expect(register(event).code, null) }
            val winding = Story(today = 40)
            // Each event that goes is registered somewhere before it is retracted; some that stay go and come back.
            val steps = ArrayList<Pair<HandlingEvent, Boolean>>()
            for (event in stay.shuffled(random)) steps.add(random.nextInt(steps.size + 1), event to true)
            for (event in go + stay.filter { random.nextInt(3) == 0 }) {
                val registered = if (event in stay) steps.indexOf(event to true) else random.nextInt(
                    steps.size + 1,
                ).also { steps.add(it, event to true) }
                val retracted = registered + 1 + random.nextInt(steps.size - registered)
                steps.add(retracted, event to false)
                if (event in stay) steps.add(retracted + 1 + random.nextInt(steps.size - retracted), event to true)
            }
            for ((event, isRegistered) in steps) {
                expect((if (isRegistered) winding.register(event) else winding.retract(event)).code, null)
            }
            expect(winding.stored.storedAs(1), straight.stored.storedAs(1))
            expect(winding.view, straight.view)
            val repeated = steps.lastOrNull { it.second }?.first?.takeIf { it in stay }
            if (repeated != null) {
                val before = winding.stored
                expect(winding.register(repeated).code, null)
                expect(winding.stored, before)
            }
        }
    }

    @Test
    fun `CRG-2, CRG-9, CRG-13, CRG-18, DLV-10, RTG-7, RTG-8, REP-3 - after every step the cargo is as its history says, and every route that is offered is accepted`() {
        val random = Random(11)
        var aboard = 0
        repeat(400) {
            val story = Story(today = 16)
            repeat(12) {
                val before = story.stored
                val result: Result<*> = when (random.nextInt(18)) {
                    0, 1, 2 -> story.register(random.event(5..16))
                    3 -> {
                        val known =
                            runBlocking { story.environment.handlingEvents.findHistory(trackingId) }.value.events
                        story.retract(if (known.isEmpty()) random.event(5..16) else known.random(random))
                    }
                    4 -> story.reschedule(numbers.random(random), random.nextInt(4))
                    5 -> runBlocking {
                        CancelBooking(story.environment).execute(CancelBooking.Request(trackingId, mistake))
                    }
                    6 -> runBlocking {
                        ReinstateBooking(story.environment).execute(ReinstateBooking.Request(trackingId))
                    }
                    7 -> runBlocking {
                        ChangeDestination(story.environment).execute(
                            ChangeDestination.Request(trackingId, port(ports.random(random))),
                        )
                    }
                    8, 9, 10 -> story.report(numbers.random(random), random)
                    11 -> runBlocking {
                        SubstituteVoyage(story.environment).execute(
                            SubstituteVoyage.Request(
                                trackingId, random.nextLong(0, 2), voyageNumber(numbers.random(random)),
                            ),
                        )
                    }
                    12 -> runBlocking {
                        PlaceHold(story.environment).execute(
                            PlaceHold.Request(trackingId, HoldType.entries.random(random), mistake),
                        )
                    }
                    13 -> runBlocking {
                        ReleaseHold(story.environment).execute(
                            ReleaseHold.Request(trackingId, HoldType.entries.random(random)),
                        )
                    }
                    14 -> runBlocking {
                        SetPickUpDeadline(story.environment).execute(
                            SetPickUpDeadline.Request(trackingId, day(40).takeIf { random.nextBoolean() }),
                        )
                    }
                    15 -> runBlocking {
                        AddReference(story.environment).execute(
                            AddReference.Request(trackingId, references.random(random)),
                        )
                    }
                    16 -> story.erase(pseudonyms.random(random))
                    else -> runBlocking {
                        ChangeDeadline(story.environment).execute(
                            ChangeDeadline.Request(trackingId, day(45 + random.nextInt(10))),
                        )
                    }
                }
                expect((result as? Result.Failure)?.error?.tier == ErrorTier.TECHNICAL, false)
                val history = runBlocking { story.environment.handlingEvents.findHistory(trackingId) }.value
                expect(story.stored.derivingDeliveryProgress(history).value, story.stored)
                if (result is Result.Failure) expect(story.stored, before)
                expect(story.stored.storedAs(story.stored.version), Result.Success(story.stored))
            }
            val offered = runBlocking { FindRoutes(story.environment).execute(FindRoutes.Request(trackingId)) }
            if (offered is Result.Success && offered.value.itineraries.isNotEmpty()) {
                val route = offered.value.itineraries.random(random)
                if (story.stored.delivery.currentVoyage != null) aboard++
                expect(
                    runBlocking { AssignRoute(story.environment).execute(AssignRoute.Request(trackingId, route)) }.code,
                    null,
                )
                expect(story.stored.itinerary, route)
            }
            val projection = CargoProjection(numbers.map { Voyage.register(voyageNumber(it), schedule(it)) })
            for (event in story.events()) projection.apply(event).value
            expect(projection.cargos, listOf(story.stored))
            expect(
                projection.history(trackingId),
                runBlocking { story.environment.handlingEvents.findHistory(trackingId) }.value,
            )
            for (number in numbers) {
                val voyage = runBlocking { story.environment.voyages.findByNumber(voyageNumber(number)) }.value
                expect(projection.voyages[voyage.number]?.schedule, voyage.schedule)
                expect(projection.voyages[voyage.number]?.forecast, voyage.forecast)
            }
            for (raised in story.events()) {
                val text = JSONWriter().apply { domainEvent(raised) }.toString()
                expect(raised.schemaVersion, raised.fact.schemaVersion)
                expect(
                    JSONWriter().apply {
                        domainEvent(StoredRecord.domainEvent(JSONParser.parse(text).value).value)
                    }.toString(),
                    text,
                )
            }
        }
        expect(aboard > 0, true)
    }

    @Test
    fun `UC-9, CRG-10 - a reschedule that breaks off is completed by the next one, and announces nothing twice`() {
        val ids = (1..5).map { TrackingId.parse("CARGO$it").value }
        for (saves in 0..5) {
            val story = Story(today = 5)
            for (id in ids) runBlocking {
                story.environment.cargos.save(
                    Cargo.book(id, customerId, specification(), at = day(1)).value.assignedTo(viaNewYork).value,
                )
            }.value
            val whole = story.environment
            val breaking = with(whole) {
                Environment(
                    clock, Breaking(cargos, saves), handlingEvents, voyages, locations, idempotencyKeys, events,
                    routing,
                    handlingUnitOfWork,
                )
            }
            val request = RescheduleVoyage.Request(voyageNumber("V200"), schedule("V200", delay = 4))
            expect(runBlocking { RescheduleVoyage(breaking).execute(request) }.code, "store_unavailable")
            repeat(2) {
                val response = runBlocking { RescheduleVoyage(whole).execute(request) }.value
                expect(response.affectedCargos.map { it.trackingId }, listOf(trackingId) + ids)
                expect(response.affectedCargos.map { it.arrivalDelay }, List(6) { 4 * 86_400_000L })
            }
            val announced = story.events().filter { it.fact.type == "EstimatedArrivalChanged" }.map { it.aggregateId }
            expect(announced, listOf(trackingId.text) + ids.map { it.text })
            expect(story.events().count { it.fact.type == "VoyageRescheduled" }, 1)
        }
    }
}
