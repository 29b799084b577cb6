import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// What a form says of a subscription: where its events go, and which.
struct SubscriptionForm: Sendable {
    let endpoint: EndpointURL
    let filter: SubscriptionFilter

    /// The fields.
    /// - Parameters:
    ///   - namesCustomers: whether the filter may name a customer.
    ///   - subscription: fills the fields; nil for a new subscription.
    static func patterns(namesCustomers: Bool, of subscription: Subscription? = nil) -> [FormView.Pattern] {
        let filter = subscription?.filter
        let endpoint = FormView.Pattern(
            name: "endpoint",
            label: localized("Endpoint"),
            hint: localized("An https URL, such as https://partner.example/hook."),
            value: subscription?.endpoint.text ?? ""
        )
        let cargo = FormView.Pattern(
            name: "trackingId",
            label: localized("Cargo"),
            hint: localized("Leave empty for all cargos."),
            isRequired: false,
            value: filter?.trackingId?.text ?? ""
        )
        let customer = FormView.Pattern(
            name: "customerId",
            label: localized("Customer"),
            hint: localized("Leave empty for all customers."),
            isRequired: false,
            value: filter?.customerId?.text ?? ""
        )
        let reference = FormView.Pattern(
            name: "reference",
            label: localized("Reference"),
            hint: localized("Only cargos with this reference: its type and value, such as booking:ABC709951."),
            isRequired: false,
            value: filter?.reference?.description ?? ""
        )
        let types = FormView.Pattern(
            name: "eventType",
            label: localized("Events"),
            hint: localized("Choose none for all events."),
            boxes: DomainFact.typeNames,
            checked: filter?.eventTypes ?? []
        )
        return namesCustomers ? [endpoint, cargo, customer, reference, types] : [endpoint, cargo, reference, types]
    }

    /// Reads a submitted form.
    /// - Parameters:
    ///   - form: the fields.
    ///   - policy: which endpoints are allowed.
    ///   - owner: the customer whom the subscription belongs to; nil for the operator.
    ///   - namesCustomers: whether the filter may name a customer.
    ///   - customer: the filter's customer if the form can't name one.
    /// - Throws: the errors of the fields.
    init(
        _ form: FormFields,
        _ policy: EndpointPolicy,
        owner: CustomerId?,
        namesCustomers: Bool,
        otherwise customer: CustomerId? = nil
    ) throws(FormFaults) {
        var reader = Reader(form: form)
        let endpoint = reader.read("endpoint", .text, or: localized("Enter an https URL.")) { text throws(DomainError) in
            try EndpointURL(text)
        }
        if let refusal = endpoint.flatMap({ policy.refusal(of: $0, owner: owner) }) {
            reader.faults.add(localized("Events can't be sent there: \(refusal.text(in: .current))."), at: "endpoint")
        }
        let trackingId = reader.readIfPresent("trackingId", .code, or: localized("Enter a cargo's tracking id.")) {
            text throws(DomainError) in try TrackingId(text)
        }
        let advice = localized("Enter the id of a customer, such as ACME.")
        let named =
            namesCustomers
            ? reader.readIfPresent("customerId", .text, or: advice) { text throws(DomainError) in try CustomerId(text) } : customer
        let reference = reader.readIfPresent("reference", .text, or: localized("Enter a type and a value, such as booking:ABC709951.")) {
            text throws(DomainError) in
            guard let one = CargoLookup(typed: text).onlyReference else { throw .shapeInvalid(path: "reference") }
            return one
        }
        guard let endpoint, reader.faults.isEmpty else { throw reader.faults }
        self.endpoint = endpoint
        filter = SubscriptionFilter(
            trackingId: trackingId,
            customerId: named,
            reference: reference,
            eventTypes: Set(DomainFact.typeNames.filter { form[FormView.box($0, of: "eventType")] != nil })
        )
    }

    /// Reads fields and collects their errors.
    private struct Reader {
        let form: FormFields
        var faults = FormFaults()

        mutating func read<Value>(
            _ name: String,
            _ spelling: FormFields.Spelling,
            or advice: String,
            _ make: (String) throws(DomainError) -> Value
        ) -> Value? {
            do throws(DomainError) {
                return try make(form.text(name, spelling) ?? "")
            } catch {
                faults.add(advice, at: name)
                return nil
            }
        }

        mutating func readIfPresent<Value>(
            _ name: String,
            _ spelling: FormFields.Spelling,
            or advice: String,
            _ make: (String) throws(DomainError) -> Value
        ) -> Value? {
            form.text(name, spelling) == nil ? nil : read(name, spelling, or: advice, make)
        }
    }
}
