public import CargoApplication
public import CargoDomain

extension RegisterHandlingEvent.Request: WireRequest {
    /// Reads `completionTime`, `location`, `trackingId`, `type`, `voyageNumber`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let completionTime = reader.required("completionTime", as: Instant.self)
        let location = reader.required("location", as: UnLocode.self)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        let type = reader.required("type", as: HandlingType.self)
        let voyageNumber = reader.optional("voyageNumber", as: VoyageNumber.self)
        try reader.finish()
        self.init(
            trackingId: try trackingId.get(),
            type: try type.get(),
            location: try location.get(),
            voyageNumber: try voyageNumber.get(),
            completionTime: try completionTime.get()
        )
    }
}

extension RetractHandlingEvent.Request: WireRequest {
    /// Reads `completionTime`, `location`, `reason`, `trackingId`, `type`, `voyageNumber`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let completionTime = reader.required("completionTime", as: Instant.self)
        let location = reader.required("location", as: UnLocode.self)
        let reason = reader.required("reason", as: Reason.self)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        let type = reader.required("type", as: HandlingType.self)
        let voyageNumber = reader.optional("voyageNumber", as: VoyageNumber.self)
        try reader.finish()
        self.init(
            trackingId: try trackingId.get(),
            type: try type.get(),
            location: try location.get(),
            voyageNumber: try voyageNumber.get(),
            completionTime: try completionTime.get(),
            reason: try reason.get()
        )
    }
}
