package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.EventActor
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.voyage.VoyageDetails

/** The stored form of a domain event: the envelope, and data whose shape depends on the type. */
@InternalCargoKitApi
public object DomainEventRecord {
    /** The place of a leg or a movement, from 0. */
    private val index: Reading<Int> = Readings.integer(0L..Int.MAX_VALUE).let { number ->
        Reading(number.shape) { input -> number.interpret(input).map { it.toInt() } }
    }

    private val facts: Map<String, Reading<DomainFact>> = mapOf(
        "CargoBooked" to Reading.members {
            val customerId by required(Readings.customerId)
            val origin by required(Readings.unLocode)
            val routeSpecification by required(Readings.routeSpecification)
            build { Result.Success(DomainFact.CargoBooked(customerId, origin, routeSpecification)) }
        },
        "CargoRouted" to only("itinerary", Readings.itinerary, DomainFact::CargoRouted),
        "RouteRespecified" to only("routeSpecification", Readings.routeSpecification, DomainFact::RouteRespecified),
        "DestinationChanged" to only("routeSpecification", Readings.routeSpecification, DomainFact::DestinationChanged),
        "DeadlineChanged" to only("routeSpecification", Readings.routeSpecification, DomainFact::DeadlineChanged),
        "CargoCancelled" to only("reason", Readings.reason, DomainFact::CargoCancelled),
        "CargoReinstated" to Reading.members { build { Result.Success(DomainFact.CargoReinstated) } },
        "HandlingEventRegistered" to Reading.members {
            val event by required(Records.handlingEvent)
            val isExpected by required(Readings.truth)
            build { Result.Success(DomainFact.HandlingEventRegistered(event, isExpected)) }
        },
        "HandlingEventRetracted" to Reading.members {
            val event by required(Records.handlingEvent)
            val reason by required(Readings.reason)
            build { Result.Success(DomainFact.HandlingEventRetracted(event, reason)) }
        },
        "CargoHandled" to Reading.members {
            val lastHandled by optional(Records.handled)
            build { Result.Success(DomainFact.CargoHandled(lastHandled)) }
        },
        "CargoMisdirected" to Reading.members {
            val actual by required(Readings.handlingActivity)
            val expected by optional(Readings.handlingActivity)
            build { Result.Success(DomainFact.CargoMisdirected(actual, expected)) }
        },
        "CargoBackOnTrack" to Reading.members { build { Result.Success(DomainFact.CargoBackOnTrack) } },
        "CargoArrived" to only("location", Readings.unLocode, DomainFact::CargoArrived),
        "CargoClaimed" to only("location", Readings.unLocode, DomainFact::CargoClaimed),
        "EstimatedArrivalChanged" to Reading.members {
            val estimatedArrival by optional(Readings.instant)
            val plannedArrival by required(Readings.instant)
            val previous by optional(Readings.instant)
            build { Result.Success(DomainFact.EstimatedArrivalChanged(estimatedArrival, plannedArrival, previous)) }
        },
        "RouteDisrupted" to only("disruption", Records.disruption, DomainFact::RouteDisrupted),
        "RouteRestored" to Reading.members { build { Result.Success(DomainFact.RouteRestored) } },
        "ReferenceAdded" to only("reference", Readings.reference, DomainFact::ReferenceAdded),
        "ReferenceRemoved" to only("reference", Readings.reference, DomainFact::ReferenceRemoved),
        "VoyageSubstituted" to Reading.members {
            val leg by required(index)
            val previous by required(Readings.voyageNumber)
            val voyageNumber by required(Readings.voyageNumber)
            build { Result.Success(DomainFact.VoyageSubstituted(leg, previous, voyageNumber)) }
        },
        "PickUpDeadlineChanged" to Reading.members {
            val pickUpBy by optional(Readings.instant)
            build { Result.Success(DomainFact.PickUpDeadlineChanged(pickUpBy)) }
        },
        "CargoHeld" to Reading.members {
            val reason by required(Readings.reason)
            val type by required(Readings.holdType)
            build { Result.Success(DomainFact.CargoHeld(type, reason)) }
        },
        "CargoReleased" to only("type", Readings.holdType, DomainFact::CargoReleased),
        "CargoArchived" to only("archive", Readings.archiveName, DomainFact::CargoArchived),
        "CargoRestored" to only("archive", Readings.archiveName, DomainFact::CargoRestored),
        "CustomerErased" to only("customerId", Readings.customerId, DomainFact::CustomerErased),
        "VoyageRescheduled" to Reading.members {
            val schedule by optional(Readings.schedule)
            val voyageNumber by required(Readings.voyageNumber)
            build { Result.Success(DomainFact.VoyageRescheduled(voyageNumber, schedule)) }
        },
        "VoyageDescribed" to Reading.members {
            val details by optional(Readings.voyageDetails, VoyageDetails.NONE)
            val voyageNumber by required(Readings.voyageNumber)
            build { Result.Success(DomainFact.VoyageDescribed(voyageNumber, details)) }
        },
        "PortCallReported" to Reading.members {
            val end by required(Readings.portCallEnd)
            val location by required(Readings.unLocode)
            val movement by required(index)
            val status by required(Readings.portCallStatus)
            val time by required(Readings.instant)
            val voyageNumber by required(Readings.voyageNumber)
            build {
                Result.Success(DomainFact.PortCallReported(voyageNumber, movement, end, location, status, time))
            }
        },
    )

    private val actors: Reading<EventActor> = Reading.text { text ->
        EventActor.parse(text)?.let { Result.Success(it) } ?: Result.Failure(DomainError.shapeInvalid(""))
    }

    private val aggregateTypes = Readings.word(DomainEvent.AggregateType.entries, "aggregateType") { it.text }

    public val reading: Reading<DomainEvent> = Reading.members {
        val aggregateType by required(aggregateTypes)
        val eventId by required(Readings.anyText)
        val occurredAt by required(Readings.instant)
        val schemaVersion by required(Readings.integer)
        val correlationId by optional(Readings.anyText)
        val actor by optional(actors)
        val aggregateId by required(Readings.anyText)
        val aggregateVersion by required(Readings.integer)
        val sequence by optional(Readings.integer)
        val type by required(Readings.anyText)
        val data by required(Readings.anything)
        build {
            (facts[type] ?: return@build Result.Failure(DomainError.shapeInvalid("type"))).read(data).map { fact ->
                DomainEvent(
                    eventId, occurredAt, schemaVersion, correlationId, actor, aggregateType, aggregateId,
                    aggregateVersion, sequence ?: 0, fact,
                )
            }
        }
    }

    /** Reads data with a single member. */
    private fun <T> only(name: String, reading: Reading<T>, fact: (T) -> DomainFact): Reading<DomainFact> =
        Reading.only(name, reading) { Result.Success(fact(it)) }
}
