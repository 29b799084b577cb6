package io.github.cargokit.domain.shared

import io.github.cargokit.domain.cargo.ArchiveName
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

        /** The cargo is in an archive, and no longer in the store (REP-9). */
        public fun cargoArchived(id: TrackingId, archive: ArchiveName): DomainError = DomainError(
            Code.CARGO_ARCHIVED,
            listOf(Parameter.Text("archive", archive.text), Parameter.Text("trackingId", id.text)),
        )

        /**
         * The domain events up to a position are gone; `first` is the first position that is there, or would be
         * (REP-10).
         */
        public fun eventsTrimmed(first: Long): DomainError =
            DomainError(Code.EVENTS_TRIMMED, listOf(Parameter.Integer("first", first)))

        /** No voyage has this number (HND-5). */
        public fun voyageNotFound(number: VoyageNumber): DomainError =
            DomainError(Code.VOYAGE_NOT_FOUND, listOf(Parameter.Text("voyageNumber", number.text)))

        /** The voyage doesn't call at this location (VOY-6, UC-13). */
        public fun voyageDoesNotCall(location: UnLocode): DomainError =
            DomainError(Code.VOYAGE_DOES_NOT_CALL, listOf(Parameter.Text("location", location.text)))

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
    public enum class Code(
        /** The code on the wire, such as `cargo_not_found`. */
        public val text: String,
        /** Who can fix a failure with this code. */
        public val tier: ErrorTier,
        /** A summary for people, the same for every failure with this code. */
        public val title: String,
    ) {
        // The table of spec/errors.json; ./tool errors writes it.
        ARCHIVE_NAME_INVALID("archive_name_invalid", ErrorTier.VALIDATION, "The archive’s name is not valid."),
        CARGO_ALREADY_CLAIMED("cargo_already_claimed", ErrorTier.DOMAIN, "The cargo is claimed."),
        CARGO_ALREADY_RECEIVED("cargo_already_received", ErrorTier.DOMAIN, "The cargo has already been received."),
        CARGO_ARCHIVED("cargo_archived", ErrorTier.DOMAIN, "The cargo is in an archive."),
        CARGO_CANCELLED("cargo_cancelled", ErrorTier.DOMAIN, "The booking is cancelled."),
        CARGO_NOT_CLOSED("cargo_not_closed", ErrorTier.DOMAIN, "The cargo is not closed."),
        CARGO_NOT_FOUND("cargo_not_found", ErrorTier.DOMAIN, "There is no such cargo."),
        CARGO_NOT_ROUTED("cargo_not_routed", ErrorTier.DOMAIN, "The cargo has no route."),
        CARRIER_CODE_INVALID("carrier_code_invalid", ErrorTier.VALIDATION, "The carrier's code is not valid."),
        CARRIER_VOYAGE_NUMBER_INVALID(
            "carrier_voyage_number_invalid",
            ErrorTier.VALIDATION,
            "The carrier's voyage number is not valid.",
        ),
        CARRIER_VOYAGE_NUMBERS_INVALID(
            "carrier_voyage_numbers_invalid",
            ErrorTier.VALIDATION,
            "The carrier's voyage numbers are not valid.",
        ),
        CLAIM_BEFORE_OTHER_HANDLING(
            "claim_before_other_handling",
            ErrorTier.DOMAIN,
            "The claim is earlier than the cargo's other handling.",
        ),
        CONCURRENCY_CONFLICT("concurrency_conflict", ErrorTier.DOMAIN, "Another process saved first; try again."),
        CONTAINER_ALREADY_ASSIGNED(
            "container_already_assigned",
            ErrorTier.DOMAIN,
            "The cargo is already in a container.",
        ),
        CORRUPT_RECORD("corrupt_record", ErrorTier.TECHNICAL, "A stored record is damaged."),
        CUSTOMER_ID_INVALID("customer_id_invalid", ErrorTier.VALIDATION, "The customer id is not valid."),
        DEADLINE_NOT_IN_FUTURE("deadline_not_in_future", ErrorTier.DOMAIN, "The deadline must be in the future."),
        EVENTS_TRIMMED("events_trimmed", ErrorTier.DOMAIN, "The events are gone."),
        FIELD_REQUIRED("field_required", ErrorTier.VALIDATION, "This field is required."),
        HANDLING_COMPLETED_AFTER_REGISTRATION(
            "handling_completed_after_registration",
            ErrorTier.DOMAIN,
            "The completion time must not be in the future.",
        ),
        HANDLING_EVENT_NOT_FOUND("handling_event_not_found", ErrorTier.DOMAIN, "There is no such handling event."),
        HANDLING_OF_OTHER_CARGO("handling_of_other_cargo", ErrorTier.DOMAIN, "The event belongs to another cargo."),
        HANDLING_REPEATED(
            "handling_repeated",
            ErrorTier.DOMAIN,
            "A cargo can be received only once and claimed only once.",
        ),
        HANDLING_TYPE_INVALID("handling_type_invalid", ErrorTier.VALIDATION, "The handling type is not valid."),
        HANDLING_VOYAGE_PROHIBITED(
            "handling_voyage_prohibited",
            ErrorTier.DOMAIN,
            "Only loading and unloading take a voyage.",
        ),
        HANDLING_VOYAGE_REQUIRED("handling_voyage_required", ErrorTier.DOMAIN, "Loading and unloading need a voyage."),
        HOLD_TYPE_INVALID("hold_type_invalid", ErrorTier.VALIDATION, "The type of hold is not valid."),
        HOLDS_INVALID("holds_invalid", ErrorTier.VALIDATION, "The holds are not valid."),
        IDEMPOTENCY_KEY_INVALID("idempotency_key_invalid", ErrorTier.VALIDATION, "The idempotency key is not valid."),
        IDEMPOTENCY_KEY_REUSED(
            "idempotency_key_reused",
            ErrorTier.DOMAIN,
            "The idempotency key was used for a different booking.",
        ),
        IMO_NUMBER_INVALID("imo_number_invalid", ErrorTier.VALIDATION, "The IMO number is not valid."),
        INSTANT_INVALID("instant_invalid", ErrorTier.VALIDATION, "This is not a date and time with an offset."),
        INSTANT_OUT_OF_RANGE(
            "instant_out_of_range",
            ErrorTier.VALIDATION,
            "The time is outside the years 1970 to 9999.",
        ),
        INTEGER_OUT_OF_RANGE("integer_out_of_range", ErrorTier.VALIDATION, "This number is out of range."),
        ITINERARY_EMPTY("itinerary_empty", ErrorTier.DOMAIN, "The itinerary has no legs."),
        ITINERARY_NOT_CONNECTED(
            "itinerary_not_connected",
            ErrorTier.DOMAIN,
            "A leg must load where the previous one unloads.",
        ),
        ITINERARY_NOT_SATISFYING(
            "itinerary_not_satisfying",
            ErrorTier.DOMAIN,
            "The itinerary does not satisfy the route specification.",
        ),
        ITINERARY_STARTS_ELSEWHERE(
            "itinerary_starts_elsewhere",
            ErrorTier.DOMAIN,
            "The itinerary does not start where the cargo is.",
        ),
        ITINERARY_TIMES_OVERLAP(
            "itinerary_times_overlap",
            ErrorTier.DOMAIN,
            "A leg must not load before the previous one unloads.",
        ),
        ITINERARY_TOO_LONG("itinerary_too_long", ErrorTier.DOMAIN, "The itinerary has more than 100 legs."),
        JSON_INVALID("json_invalid", ErrorTier.VALIDATION, "The JSON is not valid."),
        LEG_ALREADY_LOADED("leg_already_loaded", ErrorTier.DOMAIN, "The cargo is already loaded for this leg."),
        LEG_LOCATIONS_EQUAL(
            "leg_locations_equal",
            ErrorTier.DOMAIN,
            "A leg must load and unload at different locations.",
        ),
        LEG_NOT_ON_SCHEDULE(
            "leg_not_on_schedule",
            ErrorTier.DOMAIN,
            "The voyage does not call at these ports at these times.",
        ),
        LEG_TIMES_INVALID("leg_times_invalid", ErrorTier.VALIDATION, "A leg must unload after it loads."),
        LOCATION_NAME_INVALID("location_name_invalid", ErrorTier.VALIDATION, "The location name is not valid."),
        LOCATION_NOT_FOUND("location_not_found", ErrorTier.DOMAIN, "There is no such location."),
        MOVEMENT_LOCATIONS_EQUAL(
            "movement_locations_equal",
            ErrorTier.DOMAIN,
            "A movement must depart from and arrive at different locations.",
        ),
        MOVEMENT_TIMES_INVALID(
            "movement_times_invalid",
            ErrorTier.VALIDATION,
            "A movement must arrive after it departs.",
        ),
        PORT_CALL_END_INVALID("port_call_end_invalid", ErrorTier.VALIDATION, "The end of the port call is not valid."),
        PORT_CALL_IN_FUTURE("port_call_in_future", ErrorTier.DOMAIN, "An actual time must not be in the future."),
        PORT_CALL_REPORTS_INVALID(
            "port_call_reports_invalid",
            ErrorTier.VALIDATION,
            "The port call reports are not valid.",
        ),
        PORT_CALL_STATUS_INVALID(
            "port_call_status_invalid",
            ErrorTier.VALIDATION,
            "The status of the report is not valid.",
        ),
        PROTOCOL_MALFORMED("protocol_malformed", ErrorTier.TECHNICAL, "The line is not a valid protocol request."),
        REASON_INVALID("reason_invalid", ErrorTier.VALIDATION, "The reason is not valid."),
        REFERENCE_INVALID("reference_invalid", ErrorTier.VALIDATION, "The reference is not valid."),
        REFERENCE_TYPE_INVALID("reference_type_invalid", ErrorTier.VALIDATION, "The type of reference is not valid."),
        REFERENCES_TOO_MANY(
            "references_too_many",
            ErrorTier.DOMAIN,
            "The cargo already has the maximum number of references.",
        ),
        REMOVAL_UNSUPPORTED("removal_unsupported", ErrorTier.TECHNICAL, "The store can’t remove anything."),
        REMOTE_REJECTED("remote_rejected", ErrorTier.TECHNICAL, "The service refused the request."),
        REMOTE_TIMEOUT("remote_timeout", ErrorTier.TECHNICAL, "The service did not answer in time."),
        REMOTE_UNAVAILABLE("remote_unavailable", ErrorTier.TECHNICAL, "The service cannot be reached."),
        ROUTE_ORIGIN_IS_DESTINATION(
            "route_origin_is_destination",
            ErrorTier.DOMAIN,
            "The destination must differ from the origin.",
        ),
        SCHEDULE_EMPTY("schedule_empty", ErrorTier.DOMAIN, "The schedule has no movements."),
        SCHEDULE_NOT_CONNECTED(
            "schedule_not_connected",
            ErrorTier.DOMAIN,
            "A movement must depart from where the previous one arrives.",
        ),
        SCHEDULE_TIMES_OVERLAP(
            "schedule_times_overlap",
            ErrorTier.DOMAIN,
            "A movement must not depart before the previous one arrives.",
        ),
        SCHEDULE_TOO_LONG("schedule_too_long", ErrorTier.DOMAIN, "The schedule has more than 500 movements."),
        SHAPE_INVALID("shape_invalid", ErrorTier.VALIDATION, "A member is missing, unknown or of the wrong type."),
        STORE_FULL("store_full", ErrorTier.TECHNICAL, "The store is full."),
        STORE_LOCKED("store_locked", ErrorTier.TECHNICAL, "Another process has locked the store; try again."),
        STORE_OUTCOME_UNKNOWN(
            "store_outcome_unknown",
            ErrorTier.TECHNICAL,
            "The store can't tell whether the save was stored. Read it again.",
        ),
        STORE_SCHEMA_UNSUPPORTED(
            "store_schema_unsupported",
            ErrorTier.TECHNICAL,
            "The store was written by a newer version.",
        ),
        STORE_UNAVAILABLE("store_unavailable", ErrorTier.TECHNICAL, "The store cannot be used."),
        TRACKING_ID_IN_USE("tracking_id_in_use", ErrorTier.DOMAIN, "Another cargo has this tracking id."),
        TRACKING_ID_INVALID("tracking_id_invalid", ErrorTier.VALIDATION, "The tracking id is not valid."),
        TRACKING_IDS_EXHAUSTED("tracking_ids_exhausted", ErrorTier.TECHNICAL, "There are no more tracking ids."),
        TRANSPORT_MODE_INVALID("transport_mode_invalid", ErrorTier.VALIDATION, "The mode of transport is not valid."),
        UN_LOCODE_INVALID("un_locode_invalid", ErrorTier.VALIDATION, "The UN/LOCODE is not valid."),
        VALIDATION_FAILED("validation_failed", ErrorTier.VALIDATION, "Some fields are not valid."),
        VESSEL_EMPTY("vessel_empty", ErrorTier.DOMAIN, "The vessel has neither an IMO number nor a name."),
        VESSEL_NAME_INVALID("vessel_name_invalid", ErrorTier.VALIDATION, "The vessel's name is not valid."),
        VOYAGE_ALREADY_EXISTS(
            "voyage_already_exists",
            ErrorTier.DOMAIN,
            "The voyage already exists with a different schedule or other details.",
        ),
        VOYAGE_DOES_NOT_CALL("voyage_does_not_call", ErrorTier.DOMAIN, "The voyage does not call there."),
        VOYAGE_NOT_FOUND("voyage_not_found", ErrorTier.DOMAIN, "There is no such voyage."),
        VOYAGE_NUMBER_INVALID("voyage_number_invalid", ErrorTier.VALIDATION, "The voyage number is not valid."),
    }
}
