package import CargoDomain

extension CarrierCode: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text("CarrierCode", pattern: "^[A-Z0-9]{2,10}$", "A SCAC or SMDG code (VOY-5).", example: "MAEU")

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension CarrierVoyageNumber: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text(
        "CarrierVoyageNumber",
        length: 1...50,
        "Must not contain control characters, or begin or end with white space (VOY-5).",
        example: "052W"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.text(text) }
}

extension IMONumber: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text(
        "ImoNumber",
        pattern: "^[0-9]{7}$",
        "The ship's number by the IMO, whose last digit is a check digit (VOY-5).",
        example: "9074729"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension VesselName: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text(
        length: 1...200,
        "Must not consist of white space only or contain control characters (VOY-5).",
        example: "Ever Given"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.text(text) }
}

extension Vessel: InputValue, WireObject {
    /// `{"imoNumber"?,"name"?}`.
    package static let form = ObjectForm<Vessel>(
        "Vessel",
        .optional("imoNumber", \.imoNumber, example: "9074729"),
        .optional("name", \.name),
        description: "A ship, by its IMO number, its name, or both (VOY-5)."
    )

    package static let schema = form.schema.nonempty(isShape: false)

    /// Reads a ship.
    package init(input: Input) throws(DomainError) {
        let imoNumber: IMONumber? = try input.valueIfPresent("imoNumber")
        try self.init(imoNumber: imoNumber, name: try input.valueIfPresent("name"))
    }
}

extension VoyageDetails: InputValue, WireObject {
    /// `{"carrier"?,"carrierVoyageNumbers"?,"mode"?,"vessel"?}`.
    package static let form = ObjectForm<VoyageDetails>(
        "VoyageDetails",
        .optional("carrier", \.carrier, example: "MAEU"),
        .optional("carrierVoyageNumbers", \.numbers, schema: numbersSchema, example: ["052W"]),
        .optional("mode", \.mode),
        .optional("vessel", \.vessel),
        description: "What is known of a voyage beside its schedule (VOY-5)."
    )

    package static let schema = form.schema.nonempty()

    private static let numbersSchema = Schema.list(of: CarrierVoyageNumber.schema, count: 1...Int64(numberLimit))

    /// The carrier's numbers; `nil` if there are none.
    private var numbers: [CarrierVoyageNumber]? { carrierVoyageNumbers.isEmpty ? nil : carrierVoyageNumbers }

    /// Reads details, which have at least one member.
    package init(input: Input) throws(DomainError) {
        let carrier: CarrierCode? = try input.valueIfPresent("carrier")
        let numbers: [CarrierVoyageNumber]? = try input.valueIfPresent("carrierVoyageNumbers")
        if let numbers { try Self.checkListed(numbers) }
        let mode: TransportMode? = try input.valueIfPresent("mode")
        let vessel: Vessel? = try input.valueIfPresent("vessel")
        guard let details = try Self(carrier: carrier, carrierVoyageNumbers: numbers ?? [], mode: mode, vessel: vessel) else {
            throw .shapeInvalid(path: "details")
        }
        self = details
    }

    /// Checks numbers that a document lists: there is at least one.
    /// - Throws: `carrier_voyage_numbers_invalid`.
    static func checkListed(_ numbers: [CarrierVoyageNumber]) throws(DomainError) {
        guard !numbers.isEmpty else { throw .rule(.carrierVoyageNumbersInvalid) }
        try check(numbers)
    }
}

extension RequestReader {
    /// Reads the details of a voyage: the first wrong shape alone, or else one failure for each bad value, at its own path.
    mutating func optionalDetails(_ name: String) -> Field<VoyageDetails?> {
        optional(name, shape: VoyageDetails.shape) { reader throws(DomainError) in
            let carrier: Field<CarrierCode?> = reader.optional("carrier")
            let numbers = reader.optionalList("carrierVoyageNumbers") { (numbers: [CarrierVoyageNumber]) throws(DomainError) in
                try VoyageDetails.checkListed(numbers)
                return numbers
            }
            let mode: Field<TransportMode?> = reader.optional("mode")
            let vessel = reader.optional("vessel", shape: Vessel.shape) { reader throws(DomainError) in
                let imoNumber: Field<IMONumber?> = reader.optional("imoNumber")
                let name: Field<VesselName?> = reader.optional("name")
                return try Vessel(imoNumber: try imoNumber.get(), name: try name.get())
            }
            return try VoyageDetails(
                carrier: try carrier.get(),
                carrierVoyageNumbers: try numbers.get() ?? [],
                mode: try mode.get(),
                vessel: try vessel.get()
            )
        }
        .map { $0.flatMap { $0 } }
    }
}
