import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// What a voyage's page says of its carrier and its ship, and the form that changes it.
extension VoyagePages {
    static func facts(_ details: VoyageDetails?) -> [Content.Fact] {
        guard let details else { return [] }
        let numbers = details.carrierVoyageNumbers.map(\.text)
        let facts: [(String, String?)] = [
            (localized("Carrier"), details.carrier?.text),
            (localized("Carrier's voyage numbers"), numbers.isEmpty ? nil : numbers.joined(separator: ", ")),
            (localized("Means of transport"), details.mode?.words), (localized("Ship"), details.vessel?.name?.text),
            (localized("IMO number"), details.vessel?.imoNumber?.text),
        ]
        return facts.compactMap { label, value in value.map { Content.Fact(label: label, value: $0) } }
    }

    static func detailsPatterns(_ details: VoyageDetails?) -> [FormView.Pattern] {
        let modes = TransportMode.allCases.map { (value: $0.rawValue, label: $0.words) }
        return [
            .init(
                name: "carrier",
                label: localized("Carrier"),
                hint: localized("Its SCAC or SMDG code."),
                isRequired: false,
                value: details?.carrier?.text ?? ""
            ),
            .init(
                name: "numbers",
                label: localized("Carrier's voyage numbers"),
                hint: localized("Separated by commas."),
                isRequired: false,
                value: details?.carrierVoyageNumbers.map(\.text).joined(separator: ", ") ?? ""
            ),
            .init(
                name: "mode",
                label: localized("Means of transport"),
                choices: [(value: "", label: localized("Not known"))] + modes,
                value: details?.mode?.rawValue ?? ""
            ),
            .init(name: "vesselName", label: localized("Ship"), isRequired: false, value: details?.vessel?.name?.text ?? ""),
            .init(name: "imoNumber", label: localized("IMO number"), isRequired: false, value: details?.vessel?.imoNumber?.text ?? ""),
        ]
    }

    /// Replaces the details by those of the form.
    func describe(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let number = try Self.number(of: call)
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: clerk, call)
        // A field that is missing, not empty, would remove what it has.
        let names = ["carrier", "imoNumber", "mode", "numbers", "vesselName"]
        guard names.allSatisfy({ form[$0] != nil }) else { throw Problem(.formInvalid, detail: "A field is missing.") }
        do throws(DomainError) {
            let request = DescribeVoyage.Request(voyageNumber: number, details: try Self.details(form), expectedVersion: form.version)
            _ = try await DescribeVoyage(kit).execute(request).get()
            call.trail.note(ids: [number.text])
            return .seeOther(Self.path(number))
        } catch {
            guard FormFaults.areTheForms(error), error.code != .voyageNotFound else { throw Problem(error) }
            var faults = FormFaults(error, in: [], naming: Self.detailsFields)
            var version: Int64? = form.version
            if error.code == .concurrencyConflict {
                faults = FormFaults()
                version = nil
                faults.add(localized("Someone else has changed this voyage. The page shows its current state; check it, then try again."))
            }
            return try await page(call, clerk, Outcome(form: "details", fields: form, faults: faults, version: version))
        }
    }

    private static let detailsFields: [DomainError.Code: String] = [
        .carrierCodeInvalid: "carrier", .carrierVoyageNumberInvalid: "numbers", .carrierVoyageNumbersInvalid: "numbers",
        .transportModeInvalid: "mode", .vesselNameInvalid: "vesselName", .imoNumberInvalid: "imoNumber",
    ]

    /// - Throws: the error of the first field that is invalid.
    private static func details(_ form: FormFields) throws(DomainError) -> VoyageDetails? {
        var numbers: Set<CarrierVoyageNumber> = []
        for part in form.text("numbers")?.split(separator: ",") ?? [] {
            let text = FormFields.trimmed(String(part))
            if !text.isEmpty { numbers.insert(try CarrierVoyageNumber(text)) }
        }
        let name = try form.text("vesselName").map { text throws(DomainError) in try VesselName(text) }
        let imoNumber = try form.text("imoNumber").map { text throws(DomainError) in try IMONumber(text) }
        return try VoyageDetails(
            carrier: try form.text("carrier", .code).map { text throws(DomainError) in try CarrierCode(text) },
            carrierVoyageNumbers: numbers.sorted(),
            mode: try form.text("mode", .code).map { text throws(DomainError) in try TransportMode(text) },
            vessel: name == nil && imoNumber == nil ? nil : try Vessel(imoNumber: imoNumber, name: name)
        )
    }
}

extension TransportMode {
    /// The means of transport for people.
    fileprivate var words: String {
        switch self {
        case .vessel: localized("Sea-going ship")
        case .barge: localized("Barge")
        case .rail: localized("Rail")
        case .truck: localized("Truck")
        case .air: localized("Plane")
        }
    }
}
