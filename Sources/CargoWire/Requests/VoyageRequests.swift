public import CargoApplication
public import CargoDomain

extension RegisterVoyage.Request: WireRequest {
    /// Reads `schedule`, `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let schedule = reader.requiredSchedule("schedule")
        let voyageNumber = reader.required("voyageNumber", as: VoyageNumber.self)
        try reader.finish()
        self.init(voyageNumber: try voyageNumber.get(), schedule: try schedule.get())
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
    /// Reads `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let voyageNumber = reader.required("voyageNumber", as: VoyageNumber.self)
        try reader.finish()
        self.init(voyageNumber: try voyageNumber.get())
    }
}
