extension DomainError {
    /// The text isn't a valid value of its type.
    ///
    /// The parameter `text` holds it as given.
    public static func invalid(_ code: Code, text: String) -> Self { .init(code, [.text("text", text)]) }

    /// A rule refused the operation.
    ///
    /// Has no parameters, because the operation's own arguments are all that matters.
    public static func rule(_ code: Code) -> Self { .init(code) }

    /// A JSON value has the wrong type, or a member is missing or unknown, at a path such as `legs[0].loadTime`.
    public static func shapeInvalid(path: String) -> Self { .init(.shapeInvalid, [.text("path", path)]) }

    /// A request has invalid fields.
    ///
    /// Sorts them by path, then code.
    public static func validationFailed(_ fields: [FieldError]) -> Self { .init(.validationFailed, fields: fields.sorted()) }

    /// No cargo has this tracking id (REP-1, HND-5).
    public static func cargoNotFound(_ id: TrackingId) -> Self { .init(.cargoNotFound, [.text("trackingId", id.text)]) }

    /// The cargo is in an archive, and no longer in the store (REP-9).
    public static func cargoArchived(_ id: TrackingId, in archive: ArchiveName) -> Self {
        .init(.cargoArchived, [.text("archive", archive.text), .text("trackingId", id.text)])
    }

    /// Whether the store doesn't have the cargo: it never had it, or the cargo is in an archive (REP-1, REP-9).
    package var isOfAbsentCargo: Bool { code == .cargoNotFound || code == .cargoArchived }

    /// The domain events up to a position are gone; `first` is the first position that is there (REP-10).
    public static func eventsTrimmed(first: Int64) -> Self { .init(.eventsTrimmed, [.integer("first", first)]) }

    /// No voyage has this number (HND-5).
    public static func voyageNotFound(_ number: VoyageNumber) -> Self { .init(.voyageNotFound, [.text("voyageNumber", number.text)]) }

    /// No location has this code (HND-5).
    public static func locationNotFound(_ code: UnLocode) -> Self { .init(.locationNotFound, [.text("unLocode", code.text)]) }

    /// The cargo has no such handling event, and never had one (HND-7).
    public static func handlingEventNotFound(_ id: TrackingId) -> Self {
        .init(.handlingEventNotFound, [.text("trackingId", id.text)])
    }

    /// A route starts at `actual`, but the cargo is at `expected`, or on board `voyage` (CRG-2).
    public static func itineraryStartsElsewhere(actual: UnLocode, expected: UnLocode, aboard voyage: VoyageNumber?) -> Self {
        .init(
            .itineraryStartsElsewhere,
            [.text("actual", actual.text), .text("expected", expected.text)] + (voyage.map { [.text("voyageNumber", $0.text)] } ?? [])
        )
    }

    /// The voyage is already registered with another schedule.
    public static func voyageAlreadyExists(_ number: VoyageNumber) -> Self {
        .init(.voyageAlreadyExists, [.text("voyageNumber", number.text)])
    }

    /// The voyage doesn't call at a location, or not in the order that a leg needs (VOY-6, UC-13).
    public static func voyageDoesNotCall(at location: UnLocode) -> Self { .init(.voyageDoesNotCall, [.text("location", location.text)]) }

    /// A booking asked for a tracking id that another cargo already has.
    public static func trackingIdInUse(_ id: TrackingId) -> Self { .init(.trackingIdInUse, [.text("trackingId", id.text)]) }

    /// An idempotency key was used before, for a different booking.
    public static func idempotencyKeyReused(_ id: TrackingId) -> Self { .init(.idempotencyKeyReused, [.text("trackingId", id.text)]) }

    /// The voyage of the leg at this 0-based index doesn't call at the leg's ports at its times.
    public static func legNotOnSchedule(index: Int) -> Self { .init(.legNotOnSchedule, [.integer("index", Int64(index))]) }

    /// Another writer saved the cargo first (REP-2).
    public static func concurrencyConflict(_ id: TrackingId, expected: Int64, actual: Int64) -> Self {
        conflict(expected: expected, actual: actual, .text("trackingId", id.text))
    }

    /// Another writer saved the voyage first (REP-2).
    public static func concurrencyConflict(_ number: VoyageNumber, expected: Int64, actual: Int64) -> Self {
        conflict(expected: expected, actual: actual, .text("voyageNumber", number.text))
    }

    private static func conflict(expected: Int64, actual: Int64, _ subject: Parameter) -> Self {
        .init(.concurrencyConflict, [.integer("actual", actual), .integer("expected", expected), subject])
    }

    /// A stored record breaks a rule.
    ///
    /// `rule` is the error code or the rule id; `id` identifies the record, if it can be read (REP-5).
    public static func corruptRecord(rule: String, id: String? = nil, cause: String? = nil) -> Self {
        .init(.corruptRecord, (id.map { [.text("id", $0)] } ?? []) + [.text("rule", rule)], cause: cause)
    }

    /// A failure below the domain.
    ///
    /// `cause` is the system's message.
    public static func technical(_ code: Code, cause: String? = nil) -> Self { .init(code, cause: cause) }

    /// A failure reported by another process.
    ///
    /// Sorts its parameters by name and its fields by path, then code.
    package static func relayed(_ code: Code, params: [Parameter], fields: [FieldError], cause: String?) -> Self {
        .init(code, params.sorted { $0.name.precedesByScalars($1.name) }, fields: fields.sorted(), cause: cause)
    }

    /// Returns the same failure with `cause` appended to the text for the log.
    package func explained(_ cause: String) -> Self {
        .init(code, params, fields: fields, cause: self.cause.map { "\($0); \(cause)" } ?? cause)
    }
}

extension DomainError.Parameter {
    /// A parameter that holds text.
    package static func text(_ name: String, _ text: String) -> Self { .init(name: name, value: .text(text)) }

    /// A parameter that holds a whole number.
    package static func integer(_ name: String, _ number: Int64) -> Self { .init(name: name, value: .integer(number)) }
}
