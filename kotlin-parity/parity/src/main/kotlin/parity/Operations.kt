package io.github.cargokit.parity

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.input.value
import io.github.cargokit.application.input.valueIfPresent
import io.github.cargokit.application.usecases.AddReference
import io.github.cargokit.application.usecases.AssignRoute
import io.github.cargokit.application.usecases.BookCargo
import io.github.cargokit.application.usecases.CancelBooking
import io.github.cargokit.application.usecases.ChangeDeadline
import io.github.cargokit.application.usecases.ChangeDestination
import io.github.cargokit.application.usecases.FindByReference
import io.github.cargokit.application.usecases.FindRoutes
import io.github.cargokit.application.usecases.ListCargos
import io.github.cargokit.application.usecases.ListCargosForCustomer
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.RegisterLocation
import io.github.cargokit.application.usecases.RegisterVoyage
import io.github.cargokit.application.usecases.ReinstateBooking
import io.github.cargokit.application.usecases.RemoveReference
import io.github.cargokit.application.usecases.RescheduleVoyage
import io.github.cargokit.application.usecases.RetractHandlingEvent
import io.github.cargokit.application.usecases.SpecifyRoute
import io.github.cargokit.application.usecases.TrackCargo
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.Delivery
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.jsoncodec.CanonicalJSON
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.StoredRecord
import io.github.cargokit.infrastructure.records.booked
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.cargoChanged
import io.github.cargokit.infrastructure.records.cargoList
import io.github.cargokit.infrastructure.records.delivery
import io.github.cargokit.infrastructure.records.handlingActivity
import io.github.cargokit.infrastructure.records.handlingEvent
import io.github.cargokit.infrastructure.records.itinerary
import io.github.cargokit.infrastructure.records.leg
import io.github.cargokit.infrastructure.records.location
import io.github.cargokit.infrastructure.records.outlook
import io.github.cargokit.infrastructure.records.reference
import io.github.cargokit.infrastructure.records.registered
import io.github.cargokit.infrastructure.records.rescheduled
import io.github.cargokit.infrastructure.records.retracted
import io.github.cargokit.infrastructure.records.routeSpecification
import io.github.cargokit.infrastructure.records.routes
import io.github.cargokit.infrastructure.records.trackingView
import io.github.cargokit.infrastructure.records.voyage
import io.github.cargokit.infrastructure.routing.VoyageNetwork
import java.util.TreeMap

/** All operations of the protocol by name. */
internal object Operations {
    private val events = Records.handlingEvent.list()
    private val voyages = Records.sailingVoyage.list()
    private val aboard = Reading.members(
        Shape.required("loadedAt", Shape.Text),
        Shape.required("location", Shape.Text),
        Shape.required("voyageNumber", Shape.Text),
    ) { members ->
        val loadedAt = members.value("loadedAt", Readings.instant).orElse { return@members it }
        val location = members.value("location", Readings.unLocode).orElse { return@members it }
        members.value("voyageNumber", Readings.voyageNumber).map { RouteSearch.OnboardPosition(it, location, loadedAt) }
    }

    val byName: Map<String, Operation> = TreeMap(
        parsing() + creation() + rules() + cargo() + storage() + useCases() + ("cache.run" to CacheOperation.run),
    )

    /** Returns the operation with this name, if any. */
    operator fun get(name: String): Operation? = byName[name]

    private fun <T> parse(
        reading: Reading<T>,
    ): Operation = Operation.members(Shape.required("text", Shape.Text)) { args ->
        args.value("text", reading).map { value -> Answer { text(value.toString()) } }
    }

    private fun parsing() = mapOf(
        "trackingId.parse" to parse(Readings.trackingId),
        "customerId.parse" to parse(Readings.customerId),
        "voyageNumber.parse" to parse(Readings.voyageNumber),
        "unLocode.parse" to parse(Readings.unLocode),
        "instant.parse" to parse(Readings.instant),
        "json.canonicalize" to Operation.members(Shape.required("text", Shape.Text)) { args ->
            args.value("text", Readings.anyText).then(CanonicalJSON::canonicalize).map { text -> Answer { text(text) } }
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
        "routeSpecification.isSatisfiedBy" to Operation.members(
            Shape.required("itinerary", Readings.itinerary.shape),
            Shape.required("routeSpecification", Readings.routeSpecification.shape),
        ) { args ->
            val itinerary = args.value("itinerary", Readings.itinerary).orElse { return@members it }
            args.value(
                "routeSpecification",
                Readings.routeSpecification,
            ).map { Answer { truth(it.isSatisfiedBy(itinerary)) } }
        },
        "itinerary.plan" to Operation.members(Shape.required("itinerary", Readings.itinerary.shape)) { args ->
            args.value(
                "itinerary",
                Readings.itinerary,
            ).map { Answer { elements(it.plan) { entry -> handlingActivity(entry) } } }
        },
        "itinerary.expects" to Operation.members(
            Shape.required("event", Records.handlingEvent.shape),
            Shape.required("itinerary", Readings.itinerary.shape),
        ) { args ->
            val event = args.value("event", Records.handlingEvent).orElse { return@members it }
            args.value("itinerary", Readings.itinerary).map { Answer { truth(it.expects(event)) } }
        },
        "handlingHistory.create" to Operation.members(
            Shape.required("events", events.shape),
            Shape.required("trackingId", Shape.Text),
        ) { args ->
            val events = args.value("events", events).orElse { return@members it }
            args.value("trackingId", Readings.trackingId)
                .then { HandlingHistory.create(it, events) }
                .map { history -> Answer { elements(history.events) { handlingEvent(it) } } }
        },
        "delivery.derive" to Operation.members(
            Shape.required("events", events.shape),
            Shape.optional("itinerary", Readings.itinerary.shape),
            Shape.required("routeSpecification", Readings.routeSpecification.shape),
            Shape.optional("routingStart", Records.handled.shape),
            Shape.required("trackingId", Shape.Text),
        ) { args ->
            val events = args.value("events", events).orElse { return@members it }
            val itinerary = args.valueIfPresent("itinerary", Readings.itinerary).orElse { return@members it }
            val specification =
                args.value("routeSpecification", Readings.routeSpecification).orElse { return@members it }
            val routingStart = args.valueIfPresent("routingStart", Records.handled).orElse { return@members it }
            args.value("trackingId", Readings.trackingId)
                .then { HandlingHistory.create(it, events) }
                .map { Delivery.derive(it, specification, itinerary, routingStart) }
                .map { delivery -> Answer { delivery(delivery) } }
        },
        "estimate.derive" to Operation.members(
            Shape.required("cargo", Shape.Any),
            Shape.required("events", events.shape),
            Shape.required("voyages", voyages.shape),
        ) { args ->
            val cargo = args.storedCargo().orElse { return@members it }
            val events = args.value("events", events).orElse { return@members it }
            val voyages = args.value("voyages", voyages).orElse { return@members it }
            HandlingHistory.create(cargo.trackingId, events)
                .then { cargo.outlook(it, voyages) }
                .map { outlook -> Answer { outlook(outlook) } }
        },
        "routing.find" to Operation.members(
            Shape.optional("aboard", aboard.shape),
            Shape.required("departAfter", Shape.Text),
            Shape.optional("limit", Shape.Integer),
            Shape.optional("maxLegs", Shape.Integer),
            Shape.optional("minimumConnection", Shape.Integer),
            Shape.required("routeSpecification", Readings.routeSpecification.shape),
            Shape.required("voyages", voyages.shape),
        ) { args ->
            val aboard = args.valueIfPresent("aboard", aboard).orElse { return@members it }
            val departAfter = args.value("departAfter", Readings.instant).orElse { return@members it }
            val options = routingOptions(args).orElse { return@members it }
            val specification =
                args.value("routeSpecification", Readings.routeSpecification).orElse { return@members it }
            args.value("voyages", voyages)
                .map { VoyageNetwork(it).findRoutes(RouteSearch(specification, departAfter, options, aboard)) }
                .map { routes -> Answer { elements(routes) { itinerary(it) } } }
        },
    )

    private fun routingOptions(args: Input.Members): Result<RouteSearch.Options> {
        val limit = args.valueIfPresent("limit", Readings.integer(RouteSearch.Options.LIMIT)).orElse { return it }
        val maxLegs =
            args.valueIfPresent("maxLegs", Readings.integer(RouteSearch.Options.MAX_LEGS)).orElse { return it }
        val minimumConnection =
            args.valueIfPresent(
                "minimumConnection",
                Readings.integer(RouteSearch.Options.MINIMUM_CONNECTION),
            ).orElse { return it }
        return RouteSearch.Options.create(limit, maxLegs, minimumConnection)
    }

    /**
     * Creates an operation on a cargo in its stored form. The cargo is restored first, then the other arguments are
     * read.
     */
    private fun <T> onCargo(
        name: String,
        reading: Reading<T>,
        perform: RunnerWorld.(Cargo, T) -> Result<Cargo>,
    ): Operation =
        Operation.members(Shape.required("cargo", Shape.Any), Shape.required(name, reading.shape)) { args ->
            val cargo = args.storedCargo().orElse { return@members it }
            args.value(name, reading).then { perform(cargo, it) }.map(Answer::of)
        }

    private fun Input.Members.storedCargo(): Result<Cargo> =
        StoredRecord.cargo(this["cargo"] ?: error("The shape asks for a cargo"))

    private fun cargo() = mapOf(
        "cargo.book" to Operation.members(
            Shape.required("customerId", Shape.Text),
            Shape.required("routeSpecification", Readings.routeSpecification.shape),
            Shape.required("trackingId", Shape.Text),
        ) { args ->
            val customerId = args.value("customerId", Readings.customerId).orElse { return@members it }
            val specification =
                args.value("routeSpecification", Readings.routeSpecification).orElse { return@members it }
            args.value("trackingId", Readings.trackingId)
                .then { Cargo.book(it, customerId, specification, at = now) }
                .map(Answer::of)
        },
        "cargo.assignToRoute" to onCargo(
            "itinerary",
            Readings.itinerary,
        ) { cargo, itinerary -> cargo.assignedTo(itinerary) },
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
        "cargo.reinstate" to Operation.members(Shape.required("cargo", Shape.Any)) { args ->
            args.storedCargo().then { it.reinstated(at = now) }.map(Answer::of)
        },
        "cargo.addReference" to onCargo(
            "reference",
            Readings.reference,
        ) { cargo, reference -> cargo.adding(reference) },
        "cargo.removeReference" to onCargo(
            "reference",
            Readings.reference,
        ) { cargo, reference -> Result.Success(cargo.removing(reference)) },
        "cargo.announce" to onCargo("estimate", Records.estimate) { cargo, estimate -> cargo.announcing(estimate) },
        "cargo.reconstitute" to Operation.members(Shape.required("stored", Shape.Any)) { args ->
            StoredRecord.cargo(args["stored"] ?: error("The shape asks for it")).map(Answer::of)
        },
        "voyage.reconstitute" to Operation.members(Shape.required("stored", Shape.Any)) { args ->
            StoredRecord.voyage(args["stored"] ?: error("The shape asks for it")).map { Answer { voyage(it) } }
        },
    )

    private fun storage() = mapOf(
        "repository.save" to Operation.members(Shape.required("cargo", Shape.Any)) { args ->
            args.storedCargo().then { store.cargos.save(it) }.map { Answer { members {} } }
        },
        "repository.findByTrackingId" to Operation.members(Shape.required("trackingId", Shape.Text)) { args ->
            args.value(
                "trackingId",
                Readings.trackingId,
            ).then { store.cargos.findByTrackingId(it) }.map { Answer { cargo(it) } }
        },
        "repository.findForCustomer" to Operation.members(Shape.required("customerId", Shape.Text)) { args ->
            args.value("customerId", Readings.customerId)
                .then { store.cargos.findForCustomer(it) }
                .map { found -> Answer { elements(found) { cargo(it) } } }
        },
        "repository.nextTrackingId" to Operation.members {
            store.cargos.nextTrackingId().map { Answer { text(it.text) } }
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
        "useCase.registerLocation" to Operation.useCase(::RegisterLocation) { location(it) },
    )
}
