public import CargoApplication
public import CargoDomain

extension RegisterVoyage.Request: Described, SentRequest {
    private static let form = RequestForm(
        nil,
        .details,
        .schedule,
        .required("voyageNumber", VoyageNumber.self)
    )

    package static let schema = form.schema

    /// Reads `details`?, `schedule`, `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (details, schedule, voyageNumber) = try Self.form.read(input)
        self.init(voyageNumber: voyageNumber, schedule: schedule, details: details)
    }

    /// The same fields.
    package var input: Input { Self.form.input(details, schedule, voyageNumber) }
}

extension RequestField<VoyageDetails?> {
    /// `details`, whose values fail each at its own path.
    package static var details: Self {
        Self(members: [.optional("details", VoyageDetails.schema)]) {
            $0.map { [.init("details", $0)] } ?? []
        } read: {
            $0.optionalDetails("details")
        }
    }
}

extension RequestField<Schedule> {
    /// `schedule`, whose movements fail each at its own path.
    package static var schedule: Self {
        Self(members: [.required("schedule", Schedule.schema)]) {
            [.init("schedule", $0)]
        } read: {
            $0.requiredSchedule("schedule")
        }
    }
}

extension RescheduleVoyage.Request: Described, SentRequest, VersionedWireRequest {
    private static let form = RequestForm(nil, .schedule, .required("voyageNumber", VoyageNumber.self))

    package static let schema = form.schema

    /// Reads `schedule`, `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (schedule, voyageNumber) = try Self.form.read(input)
        self.init(voyageNumber: voyageNumber, schedule: schedule, expectedVersion: expectedVersion)
    }

    /// The same fields.
    package var input: Input { Self.form.input(schedule, voyageNumber) }
}

extension DescribeVoyage.Request: Described, SentRequest, VersionedWireRequest {
    private static let form = RequestForm(nil, .details, .required("voyageNumber", VoyageNumber.self))

    package static let schema = form.schema

    /// Reads `details`?, `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (details, voyageNumber) = try Self.form.read(input)
        self.init(voyageNumber: voyageNumber, details: details, expectedVersion: expectedVersion)
    }

    /// The same fields.
    package var input: Input { Self.form.input(details, voyageNumber) }
}

extension ReportPortCall.Request: Described, SentRequest, VersionedWireRequest {
    private static let form = RequestForm(
        nil,
        .required("end", PortCallEnd.self),
        .required("location", UnLocode.self),
        .optional("reportedAt", Instant.self, "When the carrier said so; now by default."),
        .required("status", PortCallStatus.self),
        .required("time", Instant.self),
        .required("voyageNumber", VoyageNumber.self)
    )

    package static let schema = form.schema

    /// Reads `end`, `location`, `reportedAt`?, `status`, `time`, `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (end, location, reportedAt, status, time, voyageNumber) = try Self.form.read(input)
        self.init(
            voyageNumber: voyageNumber,
            end,
            at: location,
            status: status,
            time: time,
            reportedAt: reportedAt,
            expectedVersion: expectedVersion
        )
    }

    /// The same fields.
    package var input: Input { Self.form.input(end, location, reportedAt, status, time, voyageNumber) }
}

extension RollOver.Request: Described, SentRequest {
    private static let form = RequestForm(
        nil,
        .required("from", VoyageNumber.self),
        .required("location", UnLocode.self),
        .required("to", VoyageNumber.self)
    )

    package static let schema = form.schema

    /// Reads `from`, `location`, `to`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, isDryRun: false) }

    /// Reads the same fields.
    ///
    /// Whether it is a dry run comes from elsewhere (a parameter of the URL, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, isDryRun: Bool) throws(DomainError) {
        let (from, location, to) = try Self.form.read(input)
        self.init(from: from, at: location, to: to, isDryRun: isDryRun)
    }

    /// The same fields.
    package var input: Input { Self.form.input(from, location, to) }
}

extension FindVoyage.Request: SentRequest {
    private static let form = RequestForm(nil, .required("voyageNumber", VoyageNumber.self))

    /// Reads `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { self.init(voyageNumber: try Self.form.read(input)) }

    /// The same fields.
    package var input: Input { Self.form.input(voyageNumber) }
}

extension RegisterLocation.Request: Described, SentRequest {
    private static let form = RequestForm(nil, .required("name", LocationName.self), .required("unLocode", UnLocode.self))

    package static let schema = form.schema

    /// Reads `name`, `unLocode`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (name, unLocode) = try Self.form.read(input)
        self.init(unLocode: unLocode, name: name)
    }

    /// The same fields.
    package var input: Input { Self.form.input(name, unLocode) }
}

extension FindLocation.Request: SentRequest {
    private static let form = RequestForm(nil, .required("unLocode", UnLocode.self))

    /// Reads `unLocode`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { self.init(unLocode: try Self.form.read(input)) }

    /// The same fields.
    package var input: Input { Self.form.input(unLocode) }
}
