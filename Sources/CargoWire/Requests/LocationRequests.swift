public import CargoApplication
public import CargoDomain

extension RegisterLocation.Request: WireRequest {
    /// Reads `name`, `unLocode`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let name = reader.required("name", as: LocationName.self)
        let unLocode = reader.required("unLocode", as: UnLocode.self)
        try reader.finish()
        self.init(unLocode: try unLocode.get(), name: try name.get())
    }
}

extension FindLocation.Request: WireRequest {
    /// Reads `unLocode`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let unLocode = reader.required("unLocode", as: UnLocode.self)
        try reader.finish()
        self.init(unLocode: try unLocode.get())
    }
}
