public import CargoApplication
public import CargoDomain

extension RegisterVoyage.Request: Described, WireRequest {
    private static let form = RequestForm(
        nil,
        RequestField(members: [.required("schedule", Schedule.schema)]) { $0.requiredSchedule("schedule") },
        .required("voyageNumber", VoyageNumber.self)
    )

    package static let schema = form.schema

    /// Reads `schedule`, `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (schedule, voyageNumber) = try Self.form.read(input)
        self.init(voyageNumber: voyageNumber, schedule: schedule)
    }
}

extension RescheduleVoyage.Request: WireRequest {
    /// Reads `schedule`, `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let request = try RegisterVoyage.Request(input)
        self.init(voyageNumber: request.voyageNumber, schedule: request.schedule)
    }
}

extension FindVoyage.Request: WireRequest {
    private static let form = RequestForm(nil, .required("voyageNumber", VoyageNumber.self))

    /// Reads `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { self.init(voyageNumber: try Self.form.read(input)) }
}

extension RegisterLocation.Request: Described, WireRequest {
    private static let form = RequestForm(nil, .required("name", LocationName.self), .required("unLocode", UnLocode.self))

    package static let schema = form.schema

    /// Reads `name`, `unLocode`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (name, unLocode) = try Self.form.read(input)
        self.init(unLocode: unLocode, name: name)
    }
}

extension FindLocation.Request: WireRequest {
    private static let form = RequestForm(nil, .required("unLocode", UnLocode.self))

    /// Reads `unLocode`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { self.init(unLocode: try Self.form.read(input)) }
}
