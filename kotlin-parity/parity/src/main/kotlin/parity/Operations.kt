package io.github.cargokit.parity

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.usecases.AddReference
import io.github.cargokit.application.usecases.AssignRoute
import io.github.cargokit.application.usecases.BookCargo
import io.github.cargokit.application.usecases.CancelBooking
import io.github.cargokit.application.usecases.ChangeDeadline
import io.github.cargokit.application.usecases.ChangeDestination
import io.github.cargokit.application.usecases.DescribeVoyage
import io.github.cargokit.application.usecases.FindByReference
import io.github.cargokit.application.usecases.FindRoutes
import io.github.cargokit.application.usecases.ListCargos
import io.github.cargokit.application.usecases.ListCargosForCustomer
import io.github.cargokit.application.usecases.PlaceHold
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.RegisterLocation
import io.github.cargokit.application.usecases.RegisterVoyage
import io.github.cargokit.application.usecases.ReinstateBooking
import io.github.cargokit.application.usecases.ReleaseHold
import io.github.cargokit.application.usecases.RemoveReference
import io.github.cargokit.application.usecases.ReportPortCall
import io.github.cargokit.application.usecases.RescheduleVoyage
import io.github.cargokit.application.usecases.RetractHandlingEvent
import io.github.cargokit.application.usecases.RollOver
import io.github.cargokit.application.usecases.SetPickUpDeadline
import io.github.cargokit.application.usecases.SpecifyRoute
import io.github.cargokit.application.usecases.SubstituteVoyage
import io.github.cargokit.application.usecases.TrackCargo
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.Delivery
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.infrastructure.jsoncodec.CanonicalJSON
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.StoredRecord
import io.github.cargokit.infrastructure.records.booked
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.cargoChanged
import io.github.cargokit.infrastructure.records.cargoList
import io.github.cargokit.infrastructure.records.delivery
import io.github.cargokit.infrastructure.records.described
import io.github.cargokit.infrastructure.records.handlingActivity
import io.github.cargokit.infrastructure.records.handlingEvent
import io.github.cargokit.infrastructure.records.itinerary
import io.github.cargokit.infrastructure.records.leg
import io.github.cargokit.infrastructure.records.location
import io.github.cargokit.infrastructure.records.outlook
import io.github.cargokit.infrastructure.records.reference
import io.github.cargokit.infrastructure.records.registered
import io.github.cargokit.infrastructure.records.reported
import io.github.cargokit.infrastructure.records.rescheduled
import io.github.cargokit.infrastructure.records.retracted
import io.github.cargokit.infrastructure.records.rolledOver
import io.github.cargokit.infrastructure.records.routeSpecification
import io.github.cargokit.infrastructure.records.routes
import io.github.cargokit.infrastructure.records.schedule
import io.github.cargokit.infrastructure.records.trackingView
import io.github.cargokit.infrastructure.records.voyage
import io.github.cargokit.infrastructure.routing.VoyageNetwork
import java.util.TreeMap

/** All operations of the protocol by name. */
internal object Operations {
    private val events = Records.handlingEvent.list()
    private val voyages = Records.sailingVoyage.list()
    private val limits = Readings.integer(RouteSearch.Options.LIMIT)
    private val legLimits = Readings.integer(RouteSearch.Options.MAX_LEGS)
    private val connections = Readings.integer(RouteSearch.Options.MINIMUM_CONNECTION)
    private val position = Reading.members {
        val loadedAt by required(Readings.instant)
        val location by required(Readings.unLocode)
        val voyageNumber by required(Readings.voyageNumber)
        build { Result.Success(RouteSearch.OnboardPosition(voyageNumber, location, loadedAt)) }
    }
    private val storedCargo = Reading(Shape.Any, StoredRecord::cargo)

    val byName: Map<String, Operation> = TreeMap(
        parsing() + creation() + rules() + voyage() + cargo() + storage() + useCases() +
            ("cache.run" to CacheOperation.run),
    )

    /** Returns the operation with this name, if any. */
    operator fun get(name: String): Operation? = byName[name]

    /** Creates an operation with one argument. */
    private fun <T> only(
        name: String,
        reading: Reading<T>,
        perform: suspend RunnerWorld.(T) -> Result<Answer>,
    ): Operation {
        val argument = Reading.only(name, reading) { Result.Success(it) }
        return Operation { world, args -> argument.read(args).then { world.perform(it) } }
    }

    private fun <T> parse(reading: Reading<T>): Operation =
        only("text", reading) { value -> Result.Success(Answer { text(value.toString()) }) }

    private fun parsing() = mapOf(
        "trackingId.parse" to parse(Readings.trackingId),
        "customerId.parse" to parse(Readings.customerId),
        "voyageNumber.parse" to parse(Readings.voyageNumber),
        "unLocode.parse" to parse(Readings.unLocode),
        "instant.parse" to parse(Readings.instant),
        "json.canonicalize" to only("text", Readings.anyText) { text ->
            CanonicalJSON.canonicalize(text).map { Answer { text(it) } }
        },
    )

    private fun creation() = mapOf(
        "location.create" to Operation.reading(Records.location) { location(it) },
        "routeSpecification.create" to Operation.reading(Readings.routeSpecification) { routeSpecification(it) },
        "leg.create" to Operation.reading(Readings.leg) { leg(it) },
        "itinerary.create" to Operation.reading(Readings.itinerary) { itinerary(it) },
        "voyage.create" to Operation.reading(Records.newVoyage) { voyage(it) },
        "reference.create" to Operation.reading(Readings.reference) { reference(it) },
        "handlingEvent.create" to Operation.reading(Records.handlingEvent) { handlingEvent(it) },
    )

    private fun rules() = mapOf(
        "routeSpecification.isSatisfiedBy" to Operation.members {
            val itinerary by required(Readings.itinerary)
            val routeSpecification by required(Readings.routeSpecification)
            answer { Result.Success(Answer { truth(routeSpecification.isSatisfiedBy(itinerary)) }) }
        },
        "itinerary.plan" to only("itinerary", Readings.itinerary) { itinerary ->
            Result.Success(Answer { elements(itinerary.plan) { entry -> handlingActivity(entry) } })
        },
        "itinerary.expects" to Operation.members {
            val event by required(Records.handlingEvent)
            val itinerary by required(Readings.itinerary)
            answer { Result.Success(Answer { truth(itinerary.expects(event)) }) }
        },
        "handlingHistory.create" to Operation.members {
            val events by required(Operations.events)
            val trackingId by required(Readings.trackingId)
            answer {
                HandlingHistory.create(trackingId, events)
                    .map { history -> Answer { elements(history.events) { handlingEvent(it) } } }
            }
        },
        "delivery.derive" to Operation.members {
            val events by required(Operations.events)
            val itinerary by optional(Readings.itinerary)
            val routeSpecification by required(Readings.routeSpecification)
            val routingStart by optional(Records.handled)
            val trackingId by required(Readings.trackingId)
            answer {
                HandlingHistory.create(trackingId, events)
                    .map { Delivery.derive(it, routeSpecification, itinerary, routingStart) }
                    .map { delivery -> Answer { delivery(delivery) } }
            }
        },
        "estimate.derive" to Operation.members {
            val cargo by required(storedCargo)
            val events by required(Operations.events)
            val voyages by required(Operations.voyages)
            answer {
                HandlingHistory.create(cargo.trackingId, events)
                    .then { cargo.outlook(it, voyages) }
                    .map { outlook -> Answer { outlook(outlook) } }
            }
        },
        "routing.find" to Operation.members {
            val aboard by optional(position)
            val departAfter by required(Readings.instant)
            val ignoreDeadline by optional(Readings.truth, false)
            val limit by optional(limits)
            val maxLegs by optional(legLimits)
            val minimumConnection by optional(connections)
            val routeSpecification by required(Readings.routeSpecification)
            val voyages by required(Operations.voyages)
            answer {
                RouteSearch.Options.create(limit, maxLegs, minimumConnection)
                    .map { RouteSearch(routeSpecification, departAfter, it, aboard, ignoreDeadline) }
                    .map { VoyageNetwork(voyages).findRoutes(it) }
                    .map { routes -> Answer { elements(routes) { itinerary(it) } } }
            }
        },
    )

    private fun voyage() = mapOf(
        "voyage.forecast" to only("voyage", Records.sailingVoyage) { voyage ->
            Result.Success(Answer { schedule(voyage.forecast) })
        },
        "voyage.describe" to Operation.members {
            val details by optional(Readings.voyageDetails, VoyageDetails.NONE)
            val voyage by required(Records.sailingVoyage)
            answer { Result.Success(Answer.of(voyage.describedAs(details))) }
        },
        "voyage.report" to Operation.members {
            val end by required(Readings.portCallEnd)
            val location by required(Readings.unLocode)
            val reportedAt by required(Readings.instant)
            val status by required(Readings.portCallStatus)
            val time by required(Readings.instant)
            val voyage by required(Records.sailingVoyage)
            answer { voyage.reporting(location, end, status, time, reportedAt, at = now).map(Answer::of) }
        },
        "voyage.reconstitute" to only("stored", Reading(Shape.Any, StoredRecord::voyage)) { voyage ->
            Result.Success(Answer.of(voyage))
        },
    )

    /** Creates an operation on a cargo in its stored form, which is restored first, and another argument. */
    private fun <T> onCargo(
        name: String,
        reading: Reading<T>,
        perform: RunnerWorld.(Cargo, T) -> Result<Cargo>,
    ): Operation {
        val shape = Shape.Members(Shape.required("cargo", Shape.Any), Shape.required(name, reading.shape))
        return Operation { world, args ->
            val members = shape.check(args).orElse { return@Operation it } as Input.Members
            val cargo = StoredRecord.cargo(members.getValue("cargo")).orElse { return@Operation it }
            reading.interpret(members.getValue(name)).then { world.perform(cargo, it) }.map(Answer::of)
        }
    }

    private fun Input.Members.getValue(name: String) = this[name] ?: error("The shape asks for it")

    private fun cargo() = mapOf(
        "cargo.book" to Operation.members {
            val customerId by required(Readings.customerId)
            val routeSpecification by required(Readings.routeSpecification)
            val trackingId by required(Readings.trackingId)
            answer { Cargo.book(trackingId, customerId, routeSpecification, at = now).map(Answer::of) }
        },
        "cargo.assignToRoute" to onCargo("itinerary", Readings.itinerary) { cargo, route -> cargo.assignedTo(route) },
        "cargo.specifyNewRoute" to onCargo("routeSpecification", Readings.routeSpecification) { cargo, specification ->
            cargo.specifyingNewRoute(specification, at = now)
        },
        "cargo.changeDestination" to onCargo("destination", Readings.unLocode) { cargo, destination ->
            cargo.changingDestination(destination)
        },
        "cargo.changeDeadline" to onCargo("arrivalDeadline", Readings.instant) { cargo, deadline ->
            cargo.changingDeadline(deadline, at = now)
        },
        "cargo.deriveDeliveryProgress" to onCargo("events", events) { cargo, events ->
            HandlingHistory.create(cargo.trackingId, events).then(cargo::derivingDeliveryProgress)
        },
        "cargo.cancel" to onCargo("reason", Readings.reason) { cargo, reason -> cargo.cancelled(reason, at = now) },
        "cargo.reinstate" to only("cargo", storedCargo) { it.reinstated(at = now).map(Answer::of) },
        "cargo.addReference" to onCargo("reference", Readings.reference) { cargo, added -> cargo.adding(added) },
        "cargo.removeReference" to onCargo("reference", Readings.reference) { cargo, removed ->
            Result.Success(cargo.removing(removed))
        },
        "cargo.announce" to onCargo("estimate", Records.estimate) { cargo, estimate -> cargo.announcing(estimate) },
        "cargo.substituteVoyage" to Operation.members {
            val cargo by required(storedCargo)
            val events by required(Operations.events)
            val leg by required(Readings.integer)
            val voyageNumber by required(Readings.voyageNumber)
            answer {
                HandlingHistory.create(cargo.trackingId, events)
                    .then { cargo.substitutingVoyage(leg, voyageNumber, it) }.map(Answer::of)
            }
        },
        "cargo.setPickUpBy" to Operation.members {
            val cargo by required(storedCargo)
            val pickUpBy by optional(Readings.instant)
            answer { cargo.settingPickUpBy(pickUpBy).map(Answer::of) }
        },
        "cargo.placeHold" to Operation.members {
            val cargo by required(storedCargo)
            val reason by required(Readings.reason)
            val type by required(Readings.holdType)
            answer { cargo.placingHold(type, reason, at = now).map(Answer::of) }
        },
        "cargo.releaseHold" to onCargo("type", Readings.holdType) { cargo, type ->
            Result.Success(cargo.releasingHold(type))
        },
        "cargo.archive" to Operation.members {
            val cargo by required(storedCargo)
            val archive by required(Readings.archiveName)
            val days by optional(Readings.integer, Cargo.DAYS_UNTIL_CLOSED)
            val events by required(Operations.events)
            answer {
                HandlingHistory.create(cargo.trackingId, events)
                    .then { cargo.archived(archive, at = now, it, days) }
                    .map(Answer::of)
            }
        },
        "cargo.eraseCustomer" to onCargo("pseudonym", Readings.customerId) { cargo, pseudonym ->
            Result.Success(cargo.erasingCustomer(pseudonym))
        },
        "cargo.reconstitute" to only("stored", storedCargo) { Result.Success(Answer.of(it)) },
    )

    private fun storage() = mapOf(
        "repository.save" to only("cargo", storedCargo) { cargo ->
            store.cargos.save(cargo).map { Answer { members {} } }
        },
        "repository.findByTrackingId" to only("trackingId", Readings.trackingId) { id ->
            store.cargos.findByTrackingId(id).map { Answer { cargo(it) } }
        },
        "repository.findForCustomer" to only("customerId", Readings.customerId) { id ->
            store.cargos.findForCustomer(id).map { found -> Answer { elements(found) { cargo(it) } } }
        },
        "repository.nextTrackingId" to Operation.members {
            answer { store.cargos.nextTrackingId().map { Answer { text(it.text) } } }
        },
    )

    private fun useCases() = mapOf(
        "useCase.bookCargo" to Operation.useCase(::BookCargo) { booked(it) },
        "useCase.requestRoutes" to Operation.useCase(::FindRoutes) { routes(it) },
        "useCase.assignRoute" to Operation.useCase(::AssignRoute) { cargoChanged(it) },
        "useCase.changeDestination" to Operation.useCase(::ChangeDestination) { cargoChanged(it) },
        "useCase.changeDeadline" to Operation.useCase(::ChangeDeadline) { cargoChanged(it) },
        "useCase.specifyRoute" to Operation.useCase(::SpecifyRoute) { cargoChanged(it) },
        "useCase.registerHandlingEvent" to Operation.useCase(::RegisterHandlingEvent) { registered(it) },
        "useCase.retractHandlingEvent" to Operation.useCase(::RetractHandlingEvent) { retracted(it) },
        "useCase.cancelBooking" to Operation.useCase(::CancelBooking) { cargoChanged(it) },
        "useCase.reinstateBooking" to Operation.useCase(::ReinstateBooking) { cargoChanged(it) },
        "useCase.addReference" to Operation.useCase(::AddReference) { cargoChanged(it) },
        "useCase.removeReference" to Operation.useCase(::RemoveReference) { cargoChanged(it) },
        "useCase.findByReference" to Operation.useCase(::FindByReference) { cargoList(it) },
        "useCase.trackCargo" to Operation.useCase(::TrackCargo) { trackingView(it) },
        "useCase.listCargos" to Operation.useCase(::ListCargos) { cargoList(it) },
        "useCase.listCargosForCustomer" to Operation.useCase(::ListCargosForCustomer) { cargoList(it) },
        "useCase.registerVoyage" to Operation.useCase(::RegisterVoyage) { registered(it) },
        "useCase.rescheduleVoyage" to Operation.useCase(::RescheduleVoyage) { rescheduled(it) },
        "useCase.describeVoyage" to Operation.useCase(::DescribeVoyage) { described(it) },
        "useCase.reportPortCall" to Operation.useCase(::ReportPortCall) { reported(it) },
        "useCase.substituteVoyage" to Operation.useCase(::SubstituteVoyage) { cargoChanged(it) },
        "useCase.rollOver" to Operation.useCase(::RollOver) { rolledOver(it) },
        "useCase.placeHold" to Operation.useCase(::PlaceHold) { cargoChanged(it) },
        "useCase.releaseHold" to Operation.useCase(::ReleaseHold) { cargoChanged(it) },
        "useCase.setPickUpDeadline" to Operation.useCase(::SetPickUpDeadline) { cargoChanged(it) },
        "useCase.registerLocation" to Operation.useCase(::RegisterLocation) { location(it) },
    )
}
