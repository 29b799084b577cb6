package cargo.application.input

import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.Leg
import cargo.domain.cargo.RouteSpecification
import cargo.domain.cargo.TrackingId
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingType
import cargo.domain.location.LocationName
import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError
import cargo.domain.shared.Instant
import cargo.domain.shared.Reason
import cargo.domain.shared.Result
import cargo.domain.shared.mapUntilFailure
import cargo.domain.shared.orElse
import cargo.domain.shared.then
import cargo.domain.voyage.CarrierMovement
import cargo.domain.voyage.Schedule
import cargo.domain.voyage.VoyageNumber

/**
 * Reads a type of value from untrusted input: the shape that the input must have, and how to interpret it.
 *
 * [interpret] is only called with a value of that shape. It reads members in ASCII order, depth first, then applies the rule for the whole
 * value. The first failure is reported.
 */
internal class Reading<out T>(val shape: Shape, private val interpretation: (Input) -> Result<T>) {
    /** Interprets a value whose shape has been checked. */
    fun interpret(input: Input): Result<T> = interpretation(input)

    /** Checks the whole shape, then interprets the value. */
    fun read(input: Input): Result<T> = shape.check(input).then(interpretation)

    /** Reads a list of such values. */
    fun list(): Reading<List<T>> = Reading(Shape.Elements(shape)) { input -> input.elements.mapUntilFailure(interpretation) }

    companion object {
        /** Reads a value that is spelled as text. */
        fun <T> text(parse: (String) -> Result<T>): Reading<T> =
            Reading(Shape.Text) { if (it is Input.Text) parse(it.text) else misread("text") }

        /** Reads a value that is an object with these members. */
        fun <T> members(vararg fields: Shape.Field, interpretation: (Input.Members) -> Result<T>): Reading<T> =
            Reading(Shape.Members(*fields)) { if (it is Input.Members) interpretation(it) else misread("members") }

        private val Input.elements: List<Input> get() = if (this is Input.Elements) elements else misread("a list")
    }
}

/** Stops the program, because an interpretation received a value that its shape excludes. */
private fun misread(expected: String): Nothing = error("Not $expected, in spite of the shape")

/** Reads a required member. */
internal fun <T> Input.Members.value(name: String, reading: Reading<T>): Result<T> =
    reading.interpret(this[name] ?: misread("an object with $name"))

/** Reads an optional member. */
internal fun <T> Input.Members.valueIfPresent(name: String, reading: Reading<T>): Result<T?> =
    this[name]?.let { reading.interpret(it) } ?: Result.Success(null)

/** The readings of the domain's values, in their shapes on the wire. */
internal object Readings {
    val trackingId = Reading.text(TrackingId::parse)
    val customerId = Reading.text(CustomerId::parse)
    val voyageNumber = Reading.text(VoyageNumber::parse)
    val unLocode = Reading.text(UnLocode::parse)
    val locationName = Reading.text(LocationName::parse)
    val reason = Reading.text(Reason::parse)
    val instant = Reading.text(Instant::parse)
    val handlingType = Reading.text(HandlingType::parse)
    val anyText = Reading.text { Result.Success(it) }

    /** Reads true or false. */
    val truth = Reading(Shape.Truth) { Result.Success(it is Input.Truth && it.value) }

    /** Reads a whole number. Fails with `integer_out_of_range` beyond ±(2^53−1). */
    val integer = Reading(Shape.Integer) { input ->
        when (input) {
            is Input.Integer -> Result.Success(input.number)
            is Input.HugeInteger -> outOfRange(input.digits)
            else -> misread("a whole number")
        }
    }

    /** Reads a whole number within a range. */
    fun integer(range: LongRange) = Reading(Shape.Integer) { input ->
        integer.interpret(input).then { if (it in range) Result.Success(it) else outOfRange(it.toString()) }
    }

    val routeSpecification = Reading.members(
        Shape.required("arrivalDeadline", Shape.Text),
        Shape.required("destination", Shape.Text),
        Shape.required("origin", Shape.Text),
    ) { members ->
        val arrivalDeadline = members.value("arrivalDeadline", instant).orElse { return@members it }
        val destination = members.value("destination", unLocode).orElse { return@members it }
        val origin = members.value("origin", unLocode).orElse { return@members it }
        RouteSpecification.create(origin, destination, arrivalDeadline)
    }

    val leg = Reading.members(
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

    val itinerary = Reading.members(Shape.required("legs", legs.shape)) { members -> members.value("legs", legs).then(Itinerary::create) }

    val carrierMovement = Reading.members(
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

    val schedule = Reading(movements.shape) { input -> movements.interpret(input).then(Schedule::create) }

    val handlingActivity = Reading.members(
        Shape.required("location", Shape.Text),
        Shape.required("type", Shape.Text),
        Shape.optional("voyageNumber", Shape.Text),
    ) { members ->
        val location = members.value("location", unLocode).orElse { return@members it }
        members.typeAndVoyage(location)
    }

    /** Reads `type` and `voyageNumber`, and combines them with a location into an activity (HND-1). */
    fun Input.Members.typeAndVoyage(location: UnLocode): Result<HandlingActivity> {
        val type = value("type", handlingType).orElse { return it }
        val number = valueIfPresent("voyageNumber", voyageNumber).orElse { return it }
        return HandlingActivity.create(type, location, number)
    }

    private fun outOfRange(digits: String) = Result.Failure(DomainError.invalid(DomainError.Code.INTEGER_OUT_OF_RANGE, digits))
}
