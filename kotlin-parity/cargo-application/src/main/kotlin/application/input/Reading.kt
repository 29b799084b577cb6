package io.github.cargokit.application.input

import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.mapUntilFailure
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Reads a type of value from untrusted input: the shape that the input must have, and how to interpret it.
 *
 * [interpret] is only called with a value of that shape. It reads members in ASCII order, depth first, then applies the
 * rule for the whole value. The first failure is reported (READ-2).
 */
@InternalCargoKitApi
public class Reading<out T>(public val shape: Shape, private val interpretation: (Input) -> Result<T>) {
    /** Interprets a value whose shape has been checked. */
    public fun interpret(input: Input): Result<T> = interpretation(input)

    /** Checks the whole shape, then interprets the value. */
    public fun read(input: Input): Result<T> = shape.check(input).then(interpretation)

    /** Reads a list of such values. */
    public fun list(): Reading<List<T>> =
        Reading(Shape.Elements(shape)) { input -> input.elements.mapUntilFailure(interpretation) }

    public companion object {
        /** Reads a value that is spelled as text. */
        public fun <T> text(parse: (String) -> Result<T>): Reading<T> =
            Reading(Shape.Text) { if (it is Input.Text) parse(it.text) else misread("text") }

        /** Reads a value that is an object with these members. */
        public fun <T> members(vararg fields: Shape.Field, interpretation: (Input.Members) -> Result<T>): Reading<T> =
            Reading(Shape.Members(*fields)) { if (it is Input.Members) interpretation(it) else misread("members") }

        private val Input.elements: List<Input> get() = if (this is Input.Elements) elements else misread("a list")
    }
}

/** Stops the program, because an interpretation received a value that its shape excludes. */
private fun misread(expected: String): Nothing = error("Not $expected, in spite of the shape")

/** Reads a required member. */
@InternalCargoKitApi
public fun <T> Input.Members.value(name: String, reading: Reading<T>): Result<T> =
    reading.interpret(this[name] ?: misread("an object with $name"))

/** Reads an optional member. */
@InternalCargoKitApi
public fun <T> Input.Members.valueIfPresent(name: String, reading: Reading<T>): Result<T?> =
    this[name]?.let { reading.interpret(it) } ?: Result.Success(null)

/** The readings of the domain's values, in their shapes on the wire. */
@InternalCargoKitApi
public object Readings {
    public val trackingId: Reading<TrackingId> = Reading.text(TrackingId::parse)
    public val customerId: Reading<CustomerId> = Reading.text(CustomerId::parse)
    public val voyageNumber: Reading<VoyageNumber> = Reading.text(VoyageNumber::parse)
    public val unLocode: Reading<UnLocode> = Reading.text(UnLocode::parse)
    public val locationName: Reading<LocationName> = Reading.text(LocationName::parse)
    public val reason: Reading<Reason> = Reading.text(Reason::parse)
    public val referenceType: Reading<ReferenceType> = Reading.text(ReferenceType::parse)
    public val instant: Reading<Instant> = Reading.text(Instant::parse)
    /** Reads one of some values by its exact spelling. Fails with `shape_invalid`. */
    public fun <T> word(values: Collection<T>, spelling: (T) -> String): Reading<T> = Reading.text { text ->
        values.firstOrNull { spelling(it) == text }?.let { Result.Success(it) }
            ?: Result.Failure(DomainError.shapeInvalid(""))
    }

    public val handlingType: Reading<HandlingType> = Reading.text(HandlingType::parse)
    public val anyText: Reading<String> = Reading.text { Result.Success(it) }

    /** Reads true or false. */
    public val truth: Reading<Boolean> = Reading(Shape.Truth) { Result.Success(it is Input.Truth && it.value) }

    /** Reads a whole number. Fails with `integer_out_of_range` beyond ±(2^53−1). */
    public val integer: Reading<Long> = Reading(Shape.Integer) { input ->
        when (input) {
            is Input.Integer -> Result.Success(input.number)
            is Input.HugeInteger -> outOfRange(input.digits)
            else -> misread("a whole number")
        }
    }

    /** Reads a whole number within a range. */
    public fun integer(range: LongRange): Reading<Long> = Reading(Shape.Integer) { input ->
        integer.interpret(input).then { if (it in range) Result.Success(it) else outOfRange(it.toString()) }
    }

    public val routeSpecification: Reading<RouteSpecification> = Reading.members(
        Shape.required("arrivalDeadline", Shape.Text),
        Shape.required("destination", Shape.Text),
        Shape.required("origin", Shape.Text),
    ) { members ->
        val arrivalDeadline = members.value("arrivalDeadline", instant).orElse { return@members it }
        val destination = members.value("destination", unLocode).orElse { return@members it }
        val origin = members.value("origin", unLocode).orElse { return@members it }
        RouteSpecification.create(origin, destination, arrivalDeadline)
    }

    public val reference: Reading<CargoReference> = Reading.members(
        Shape.required("type", Shape.Text),
        Shape.required("value", Shape.Text),
    ) { members ->
        val type = members.value("type", referenceType).orElse { return@members it }
        members.value("value", anyText).then { CargoReference.create(type, it) }
    }

    public val leg: Reading<Leg> = Reading.members(
        Shape.required("loadLocation", Shape.Text),
        Shape.required("loadTime", Shape.Text),
        Shape.required("unloadLocation", Shape.Text),
        Shape.required("unloadTime", Shape.Text),
        Shape.required("voyageNumber", Shape.Text),
    ) { members ->
        val loadLocation = members.value("loadLocation", unLocode).orElse { return@members it }
        val loadTime = members.value("loadTime", instant).orElse { return@members it }
        val unloadLocation = members.value("unloadLocation", unLocode).orElse { return@members it }
        val unloadTime = members.value("unloadTime", instant).orElse { return@members it }
        val number = members.value("voyageNumber", voyageNumber).orElse { return@members it }
        Leg.create(number, loadLocation, unloadLocation, loadTime, unloadTime)
    }

    private val legs = leg.list()

    public val itinerary: Reading<Itinerary> = Reading.members(
        Shape.required("legs", legs.shape),
    ) { members -> members.value("legs", legs).then(Itinerary::create) }

    public val carrierMovement: Reading<CarrierMovement> = Reading.members(
        Shape.required("arrivalLocation", Shape.Text),
        Shape.required("arrivalTime", Shape.Text),
        Shape.required("departureLocation", Shape.Text),
        Shape.required("departureTime", Shape.Text),
    ) { members ->
        val arrivalLocation = members.value("arrivalLocation", unLocode).orElse { return@members it }
        val arrivalTime = members.value("arrivalTime", instant).orElse { return@members it }
        val departureLocation = members.value("departureLocation", unLocode).orElse { return@members it }
        val departureTime = members.value("departureTime", instant).orElse { return@members it }
        CarrierMovement.create(departureLocation, arrivalLocation, departureTime, arrivalTime)
    }

    private val movements = carrierMovement.list()

    public val schedule: Reading<Schedule> =
        Reading(movements.shape) { input -> movements.interpret(input).then(Schedule::create) }

    public val handlingActivity: Reading<HandlingActivity> = Reading.members(
        Shape.required("location", Shape.Text),
        Shape.required("type", Shape.Text),
        Shape.optional("voyageNumber", Shape.Text),
    ) { members ->
        val location = members.value("location", unLocode).orElse { return@members it }
        members.typeAndVoyage(location)
    }

    /** Reads `type` and `voyageNumber`, and combines them with a location into an activity (HND-1). */
    public fun Input.Members.typeAndVoyage(location: UnLocode): Result<HandlingActivity> {
        val type = value("type", handlingType).orElse { return it }
        val number = valueIfPresent("voyageNumber", voyageNumber).orElse { return it }
        return HandlingActivity.create(type, location, number)
    }

    private fun outOfRange(digits: String) =
        Result.Failure(DomainError.invalid(DomainError.Code.INTEGER_OUT_OF_RANGE, digits))
}
