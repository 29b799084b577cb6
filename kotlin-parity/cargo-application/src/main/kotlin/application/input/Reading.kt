package io.github.cargokit.application.input

import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.HoldType
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
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.mapUntilFailure
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.CarrierCode
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.CarrierVoyageNumber
import io.github.cargokit.domain.voyage.IMONumber
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallStatus
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.TransportMode
import io.github.cargokit.domain.voyage.Vessel
import io.github.cargokit.domain.voyage.VesselName
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.domain.voyage.VoyageNumber
import kotlin.reflect.KProperty

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

    /** Converts what is read. */
    public fun <R> map(convert: (T) -> R): Reading<R> = Reading(shape) { interpret(it).map(convert) }

    /** Reads such a value from a writer that may be newer: members of objects that aren't in the shape are ignored. */
    public fun ignoringUnknown(): Reading<T> = Reading(Shape.Any) { read(shape.known(it)) }

    public companion object {
        /** Reads a value that is spelled as text. */
        public fun <T> text(parse: (String) -> Result<T>): Reading<T> =
            Reading(Shape.Text) { if (it is Input.Text) parse(it.text) else misread("text") }

        /** Reads an object whose only member has this name. */
        public fun <T, R> only(name: String, member: Reading<T>, make: (T) -> Result<R>): Reading<R> =
            Reading(Shape.Members(Shape.required(name, member.shape))) {
                member.interpret((it as? Input.Members)?.get(name) ?: misread("an object with $name")).then(make)
            }

        /**
         * Reads an object. The block declares its members in the order in which they are read, and what they make:
         *
         * ```
         * Reading.members {
         *     val origin by required(Readings.unLocode)
         *     val limit by optional(Readings.integer)
         *     build { Search.create(origin, limit) }
         * }
         * ```
         *
         * It runs once to learn the shape, and again for each value.
         */
        public fun <T> members(isEmptyAllowed: Boolean = true, read: Members.() -> Result<T>): Reading<T> {
            val fields = Members(input = null).also { it.read() }.fields.toTypedArray()
            return Reading(Shape.Members(*fields, isEmptyAllowed = isEmptyAllowed)) {
                if (it is Input.Members) Members(it).read() else misread("members")
            }
        }

        private val Input.elements: List<Input> get() = if (this is Input.Elements) elements else misread("a list")
    }
}

/** Stops the program, because an interpretation received a value that its shape excludes. */
private fun misread(expected: String): Nothing = error("Not $expected, in spite of the shape")

/** The members of an object whose shape has been checked; of none while the shape is being learned. */
@InternalCargoKitApi
public class Members internal constructor(private val input: Input.Members?) {
    internal val fields = ArrayList<Shape.Field>()
    private var failure: Result.Failure? = null

    /** Reads the member that has the property's name. */
    public fun <T> required(reading: Reading<T>): Declaration<T> =
        Declaration(reading.shape, isRequired = true) { reading.interpret(it ?: misread("an object with all members")) }

    /** Reads the member that has the property's name; null if it is absent. */
    public fun <T> optional(reading: Reading<T>): Declaration<T?> =
        Declaration(reading.shape, isRequired = false) { it?.let(reading::interpret) ?: Result.Success(null) }

    /** Reads the member that has the property's name; `default` if it is absent. */
    public fun <T> optional(reading: Reading<T>, default: T): Declaration<T> =
        Declaration(reading.shape, isRequired = false) { it?.let(reading::interpret) ?: Result.Success(default) }

    /** Declares members that are in the shape alone. */
    public fun unread(vararg members: Shape.Field) {
        if (input == null) fields += members
    }

    /** Makes a value of the members, unless one of them can't be read. */
    public fun <T> build(make: () -> Result<T>): Result<T> = failure ?: if (input == null) unknown else make()

    /** A member that becomes known with the name of its property. */
    public inner class Declaration<T> internal constructor(
        private val shape: Shape,
        private val isRequired: Boolean,
        private val interpretation: (Input?) -> Result<T>,
    ) {
        public operator fun provideDelegate(owner: Any?, property: KProperty<*>): Member<T> {
            if (input == null) fields += Shape.Field(property.name, shape, isRequired)
            if (input == null || failure != null) return Member(null)
            return when (val result = interpretation(input[property.name])) {
                is Result.Success -> Member(result.value)
                is Result.Failure -> Member<T>(null).also { failure = result }
            }
        }
    }

    /** A member that was read. Its value is only asked for inside [build], if all members could be read. */
    public class Member<T> internal constructor(private val value: T?) {
        @Suppress("UNCHECKED_CAST")
        public operator fun getValue(owner: Any?, property: KProperty<*>): T = value as T
    }

    private companion object {
        val unknown = Result.Failure(DomainError.shapeInvalid(""))
    }
}

/** The readings of the domain's values, in their shapes on the wire. */
@InternalCargoKitApi
public object Readings {
    public val trackingId: Reading<TrackingId> = Reading.text(TrackingId::parse)
    public val archiveName: Reading<ArchiveName> = Reading.text(ArchiveName::parse)
    public val customerId: Reading<CustomerId> = Reading.text(CustomerId::parse)
    public val voyageNumber: Reading<VoyageNumber> = Reading.text(VoyageNumber::parse)
    public val unLocode: Reading<UnLocode> = Reading.text(UnLocode::parse)
    public val locationName: Reading<LocationName> = Reading.text(LocationName::parse)
    public val reason: Reading<Reason> = Reading.text(Reason::parse)
    public val referenceType: Reading<ReferenceType> = Reading.text(ReferenceType::parse)
    public val instant: Reading<Instant> = Reading.text(Instant::parse)

    /** Reads one of some values by its exact spelling. Fails with `shape_invalid` at a path. */
    public fun <T> word(values: Collection<T>, path: String = "", spelling: (T) -> String): Reading<T> =
        Reading.text { text ->
            values.firstOrNull { spelling(it) == text }?.let { Result.Success(it) }
                ?: Result.Failure(DomainError.shapeInvalid(path))
        }

    public val handlingType: Reading<HandlingType> = Reading.text(HandlingType::parse)
    public val anyText: Reading<String> = Reading.text { Result.Success(it) }
    public val anything: Reading<Input> = Reading(Shape.Any) { Result.Success(it) }

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

    public val routeSpecification: Reading<RouteSpecification> = Reading.members {
        val arrivalDeadline by required(instant)
        val destination by required(unLocode)
        val origin by required(unLocode)
        build { RouteSpecification.create(origin, destination, arrivalDeadline) }
    }

    public val reference: Reading<CargoReference> = Reading.members {
        val type by required(referenceType)
        val value by required(anyText)
        build { CargoReference.create(type, value) }
    }

    public val leg: Reading<Leg> = Reading.members {
        val loadLocation by required(unLocode)
        val loadTime by required(instant)
        val unloadLocation by required(unLocode)
        val unloadTime by required(instant)
        val voyageNumber by required(Readings.voyageNumber)
        build { Leg.create(voyageNumber, loadLocation, unloadLocation, loadTime, unloadTime) }
    }

    public val itinerary: Reading<Itinerary> = Reading.only("legs", leg.list(), Itinerary::create)

    public val carrierMovement: Reading<CarrierMovement> = Reading.members {
        val arrivalLocation by required(unLocode)
        val arrivalTime by required(instant)
        val departureLocation by required(unLocode)
        val departureTime by required(instant)
        build { CarrierMovement.create(departureLocation, arrivalLocation, departureTime, arrivalTime) }
    }

    private val movements = carrierMovement.list()

    public val schedule: Reading<Schedule> =
        Reading(movements.shape) { input -> movements.interpret(input).then(Schedule::create) }

    public val carrierCode: Reading<CarrierCode> = Reading.text(CarrierCode::parse)
    public val carrierVoyageNumber: Reading<CarrierVoyageNumber> = Reading.text(CarrierVoyageNumber::parse)
    public val transportMode: Reading<TransportMode> = Reading.text(TransportMode::parse)
    public val imoNumber: Reading<IMONumber> = Reading.text(IMONumber::parse)
    public val vesselName: Reading<VesselName> = Reading.text(VesselName::parse)

    public val vessel: Reading<Vessel> = Reading.members {
        val imoNumber by optional(Readings.imoNumber)
        val name by optional(vesselName)
        build { Vessel.create(imoNumber, name) }
    }

    private val carrierVoyageNumbers = carrierVoyageNumber.list().let { list ->
        Reading(list.shape) { input -> list.interpret(input).then(VoyageDetails::checked) }
    }

    /** Reads details of which at least one is there. */
    public val voyageDetails: Reading<VoyageDetails> = Reading.members(isEmptyAllowed = false) {
        val carrier by optional(carrierCode)
        val carrierVoyageNumbers by optional(Readings.carrierVoyageNumbers)
        val mode by optional(transportMode)
        val vessel by optional(Readings.vessel)
        build { VoyageDetails.create(carrier, carrierVoyageNumbers.orEmpty(), mode, vessel) }
    }

    public val portCallEnd: Reading<PortCallEnd> = Reading.text(PortCallEnd::parse)
    public val portCallStatus: Reading<PortCallStatus> = Reading.text(PortCallStatus::parse)
    public val holdType: Reading<HoldType> = Reading.text(HoldType::parse)

    public val handlingActivity: Reading<HandlingActivity> = Reading.members {
        val location by required(unLocode)
        val type by required(handlingType)
        val voyageNumber by optional(Readings.voyageNumber)
        build { HandlingActivity.create(type, location, voyageNumber) }
    }

    private fun outOfRange(digits: String) =
        Result.Failure(DomainError.invalid(DomainError.Code.INTEGER_OUT_OF_RANGE, digits))
}
