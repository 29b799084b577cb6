package io.github.cargokit.domain.shared

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Any failure that the kit reports, from a mistyped code to a broken record.
 *
 * Two errors are equal if their codes, parameters and fields are equal; the cause is for the log and isn't compared.
 * Create errors with the factory methods, which set the parameters that belong to each code.
 */
public class DomainError private constructor(
    /** The stable code for programs to compare. */
    public val code: Code,
    /** Details of the failure, sorted by name. */
    public val params: List<Parameter> = emptyList(),
    /**
     * The invalid fields of a request, sorted by path, then code.
     *
     * Empty unless the code is `validation_failed`.
     */
    public val fields: List<FieldError> = emptyList(),
    /** The system's message, for the log only; never compared. */
    public val cause: String? = null,
) {
    /** Who can fix the failure, as determined by its code. */
    public val tier: ErrorTier get() = code.tier

    override fun equals(other: Any?): Boolean =
        other is DomainError && code == other.code && params == other.params && fields == other.fields

    override fun hashCode(): Int = (code.hashCode() * 31 + params.hashCode()) * 31 + fields.hashCode()

    override fun toString(): String =
        listOf(code.text, params.joinToString(), fields.joinToString()).filter { it.isNotEmpty() }.joinToString(" ")

    /** A named detail of a failure, with the name and value it has on the wire. */
    public sealed interface Parameter {
        /** The name in camel case. */
        public val name: String

        /** A detail that is text. */
        public data class Text(override val name: String, val text: String) : Parameter

        /** A detail that is a whole number. */
        public data class Integer(override val name: String, val number: Long) : Parameter
    }

    /**
     * An invalid field of a request: the path to it, such as `origin` or `itinerary.legs[0]`, and what is wrong with
     * it.
     */
    public data class FieldError(val path: String, val code: Code) : Comparable<FieldError> {
        override fun compareTo(other: FieldError): Int =
            path.compareScalarsTo(other.path).let { if (it != 0) it else code.text.compareTo(other.code.text) }
    }

    /** Returns the same error with one more explanation at the end of its cause. */
    @InternalCargoKitApi
    public fun explained(text: String): DomainError =
        DomainError(code, params, fields, listOfNotNull(cause, text).joinToString("; "))

    public companion object {
        /** An error that another program reported, with the details that it named. */
        @InternalCargoKitApi
        public fun relayed(code: Code, params: List<Parameter>, fields: List<FieldError>, cause: String): DomainError =
            DomainError(code, params.sortedBy { it.name }, fields.sorted(), cause)

        /**
         * The text isn't a valid value of its type.
         *
         * The parameter `text` holds it as given.
         */
        public fun invalid(code: Code, text: String): DomainError =
            DomainError(code, listOf(Parameter.Text("text", text)))

        /**
         * A rule refused the operation. Has no parameters, because the operation's own arguments are all that matters.
         */
        public fun rule(code: Code): DomainError = DomainError(code)

        /**
         * A failure below the domain.
         *
         * `cause` is the system's message.
         */
        public fun technical(code: Code, cause: String? = null): DomainError = DomainError(code, cause = cause)

        /** A JSON value has the wrong type, or a member is missing or unknown, at a path such as `legs[0].loadTime`. */
        public fun shapeInvalid(path: String): DomainError =
            DomainError(Code.SHAPE_INVALID, listOf(Parameter.Text("path", path)))

        /**
         * A request has invalid fields.
         *
         * Sorts them by path, then code.
         */
        public fun validationFailed(fields: List<FieldError>): DomainError =
            DomainError(Code.VALIDATION_FAILED, fields = fields.sorted())

        /** No cargo has this tracking id (REP-1, HND-5). */
        public fun cargoNotFound(id: TrackingId): DomainError = named(Code.CARGO_NOT_FOUND, id)

        /** No voyage has this number (HND-5). */
        public fun voyageNotFound(number: VoyageNumber): DomainError =
            DomainError(Code.VOYAGE_NOT_FOUND, listOf(Parameter.Text("voyageNumber", number.text)))

        /** No location has this code (HND-5). */
        public fun locationNotFound(code: UnLocode): DomainError =
            DomainError(Code.LOCATION_NOT_FOUND, listOf(Parameter.Text("unLocode", code.text)))

        /** The cargo has no such handling event, and never had one (HND-7). */
        public fun handlingEventNotFound(id: TrackingId): DomainError = named(Code.HANDLING_EVENT_NOT_FOUND, id)

        /** The voyage is already registered with another schedule. */
        public fun voyageAlreadyExists(number: VoyageNumber): DomainError =
            DomainError(Code.VOYAGE_ALREADY_EXISTS, listOf(Parameter.Text("voyageNumber", number.text)))

        /** A booking asked for a tracking id that another cargo already has (UC-1). */
        public fun trackingIdInUse(id: TrackingId): DomainError = named(Code.TRACKING_ID_IN_USE, id)

        /** An idempotency key was used before, for a different booking (UC-1). */
        public fun idempotencyKeyReused(id: TrackingId): DomainError = named(Code.IDEMPOTENCY_KEY_REUSED, id)

        private fun named(code: Code, id: TrackingId) = DomainError(code, listOf(Parameter.Text("trackingId", id.text)))

        /** The voyage of the leg at this 0-based index doesn't call at the leg's ports at its times. */
        public fun legNotOnSchedule(index: Int): DomainError =
            DomainError(Code.LEG_NOT_ON_SCHEDULE, listOf(Parameter.Integer("index", index.toLong())))

        /**
         * The route starts at `actual`, but the cargo is at `expected`, or aboard `voyageNumber` if that is given
         * (CRG-2).
         */
        public fun itineraryStartsElsewhere(
            actual: UnLocode,
            expected: UnLocode,
            voyageNumber: VoyageNumber?,
        ): DomainError = DomainError(
            Code.ITINERARY_STARTS_ELSEWHERE,
            listOfNotNull(
                Parameter.Text("actual", actual.text),
                Parameter.Text("expected", expected.text),
                voyageNumber?.let { Parameter.Text("voyageNumber", it.text) },
            ),
        )

        /** Another writer saved the cargo first (REP-2). */
        public fun concurrencyConflict(id: TrackingId, expected: Long, actual: Long): DomainError =
            conflict(Parameter.Text("trackingId", id.text), expected, actual)

        /** Another writer saved the voyage first (REP-2). */
        public fun concurrencyConflict(number: VoyageNumber, expected: Long, actual: Long): DomainError =
            conflict(Parameter.Text("voyageNumber", number.text), expected, actual)

        private fun conflict(subject: Parameter, expected: Long, actual: Long) = DomainError(
            Code.CONCURRENCY_CONFLICT,
            listOf(Parameter.Integer("actual", actual), Parameter.Integer("expected", expected), subject),
        )

        /**
         * A stored record breaks a rule (REP-5). `rule` is the error code or the rule id; `id` identifies the record,
         * if it can be read.
         */
        public fun corruptRecord(rule: String, id: String? = null, cause: String? = null): DomainError = DomainError(
            Code.CORRUPT_RECORD,
            listOfNotNull(id?.let { Parameter.Text("id", it) }, Parameter.Text("rule", rule)),
            cause = cause,
        )
    }

    /**
     * The stable error codes of the kit.
     *
     * A code is never renamed, and never reused with another meaning.
     */
    public enum class Code(public val text: String, public val tier: ErrorTier) {
        // Values
        TRACKING_ID_INVALID("tracking_id_invalid", ErrorTier.VALIDATION),
        CUSTOMER_ID_INVALID("customer_id_invalid", ErrorTier.VALIDATION),
        VOYAGE_NUMBER_INVALID("voyage_number_invalid", ErrorTier.VALIDATION),
        UN_LOCODE_INVALID("un_locode_invalid", ErrorTier.VALIDATION),
        LOCATION_NAME_INVALID("location_name_invalid", ErrorTier.VALIDATION),
        REASON_INVALID("reason_invalid", ErrorTier.VALIDATION),
        REFERENCE_INVALID("reference_invalid", ErrorTier.VALIDATION),
        REFERENCE_TYPE_INVALID("reference_type_invalid", ErrorTier.VALIDATION),
        INSTANT_INVALID("instant_invalid", ErrorTier.VALIDATION),
        INSTANT_OUT_OF_RANGE("instant_out_of_range", ErrorTier.VALIDATION),
        INTEGER_OUT_OF_RANGE("integer_out_of_range", ErrorTier.VALIDATION),

        // Requests
        FIELD_REQUIRED("field_required", ErrorTier.VALIDATION),
        SHAPE_INVALID("shape_invalid", ErrorTier.VALIDATION),
        JSON_INVALID("json_invalid", ErrorTier.VALIDATION),
        VALIDATION_FAILED("validation_failed", ErrorTier.VALIDATION),
        IDEMPOTENCY_KEY_INVALID("idempotency_key_invalid", ErrorTier.VALIDATION),

        // Voyage
        MOVEMENT_LOCATIONS_EQUAL("movement_locations_equal", ErrorTier.DOMAIN),
        MOVEMENT_TIMES_INVALID("movement_times_invalid", ErrorTier.VALIDATION),
        SCHEDULE_EMPTY("schedule_empty", ErrorTier.DOMAIN),
        SCHEDULE_TOO_LONG("schedule_too_long", ErrorTier.DOMAIN),
        SCHEDULE_NOT_CONNECTED("schedule_not_connected", ErrorTier.DOMAIN),
        SCHEDULE_TIMES_OVERLAP("schedule_times_overlap", ErrorTier.DOMAIN),
        VOYAGE_ALREADY_EXISTS("voyage_already_exists", ErrorTier.DOMAIN),
        VOYAGE_NOT_FOUND("voyage_not_found", ErrorTier.DOMAIN),

        // Location
        LOCATION_NOT_FOUND("location_not_found", ErrorTier.DOMAIN),

        // Route specification, leg, itinerary
        ROUTE_ORIGIN_IS_DESTINATION("route_origin_is_destination", ErrorTier.DOMAIN),
        DEADLINE_NOT_IN_FUTURE("deadline_not_in_future", ErrorTier.DOMAIN),
        LEG_LOCATIONS_EQUAL("leg_locations_equal", ErrorTier.DOMAIN),
        LEG_TIMES_INVALID("leg_times_invalid", ErrorTier.VALIDATION),
        LEG_NOT_ON_SCHEDULE("leg_not_on_schedule", ErrorTier.DOMAIN),
        ITINERARY_EMPTY("itinerary_empty", ErrorTier.DOMAIN),
        ITINERARY_TOO_LONG("itinerary_too_long", ErrorTier.DOMAIN),
        ITINERARY_NOT_CONNECTED("itinerary_not_connected", ErrorTier.DOMAIN),
        ITINERARY_TIMES_OVERLAP("itinerary_times_overlap", ErrorTier.DOMAIN),

        // Handling
        HANDLING_TYPE_INVALID("handling_type_invalid", ErrorTier.VALIDATION),
        HANDLING_VOYAGE_REQUIRED("handling_voyage_required", ErrorTier.DOMAIN),
        HANDLING_VOYAGE_PROHIBITED("handling_voyage_prohibited", ErrorTier.DOMAIN),
        HANDLING_COMPLETED_AFTER_REGISTRATION("handling_completed_after_registration", ErrorTier.DOMAIN),
        HANDLING_OF_OTHER_CARGO("handling_of_other_cargo", ErrorTier.DOMAIN),
        HANDLING_REPEATED("handling_repeated", ErrorTier.DOMAIN),
        CLAIM_BEFORE_OTHER_HANDLING("claim_before_other_handling", ErrorTier.DOMAIN),
        HANDLING_EVENT_NOT_FOUND("handling_event_not_found", ErrorTier.DOMAIN),

        // Cargo
        CARGO_NOT_FOUND("cargo_not_found", ErrorTier.DOMAIN),
        CARGO_CANCELLED("cargo_cancelled", ErrorTier.DOMAIN),
        CARGO_ALREADY_RECEIVED("cargo_already_received", ErrorTier.DOMAIN),
        CARGO_ALREADY_CLAIMED("cargo_already_claimed", ErrorTier.DOMAIN),
        CARGO_NOT_ROUTED("cargo_not_routed", ErrorTier.DOMAIN),
        REFERENCES_TOO_MANY("references_too_many", ErrorTier.DOMAIN),
        ITINERARY_NOT_SATISFYING("itinerary_not_satisfying", ErrorTier.DOMAIN),
        ITINERARY_STARTS_ELSEWHERE("itinerary_starts_elsewhere", ErrorTier.DOMAIN),
        TRACKING_ID_IN_USE("tracking_id_in_use", ErrorTier.DOMAIN),
        IDEMPOTENCY_KEY_REUSED("idempotency_key_reused", ErrorTier.DOMAIN),
        CONCURRENCY_CONFLICT("concurrency_conflict", ErrorTier.DOMAIN),

        // Technical
        TRACKING_IDS_EXHAUSTED("tracking_ids_exhausted", ErrorTier.TECHNICAL),
        PROTOCOL_MALFORMED("protocol_malformed", ErrorTier.TECHNICAL),
        CORRUPT_RECORD("corrupt_record", ErrorTier.TECHNICAL),
        STORE_UNAVAILABLE("store_unavailable", ErrorTier.TECHNICAL),
        STORE_FULL("store_full", ErrorTier.TECHNICAL),
        STORE_LOCKED("store_locked", ErrorTier.TECHNICAL),
        STORE_OUTCOME_UNKNOWN("store_outcome_unknown", ErrorTier.TECHNICAL),
        STORE_SCHEMA_UNSUPPORTED("store_schema_unsupported", ErrorTier.TECHNICAL),
        REMOTE_UNAVAILABLE("remote_unavailable", ErrorTier.TECHNICAL),
        REMOTE_TIMEOUT("remote_timeout", ErrorTier.TECHNICAL),
        REMOTE_REJECTED("remote_rejected", ErrorTier.TECHNICAL),
    }
}
