import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// The forms that add and remove a cargo's references.
extension CargoPages {
    /// A reference, and the button that removes it.
    struct ReferenceRow: Sendable {
        /// The type as the form sends it back.
        let word: String
        /// The type for people.
        let type: String
        let value: String
        /// The name of the button for screen readers, which hear the buttons of several references.
        let remove: String

        init(_ reference: CargoReference) {
            word = reference.type.rawValue
            type = reference.type.words
            value = reference.value
            remove = localized("Remove: \(type) \(value)")
        }
    }

    func addReference(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        var form = form
        if form.text("type", .code) == ReferenceType.container.rawValue {
            // safe: a dictionary
            form["value"] = form["value"]?.compactContainerNumber
        }
        let members = form.input(["type": .code, "value": .text])
        let names: [DomainError.Code: String] = [.containerAlreadyAssigned: "value", .referencesTooMany: "value"]
        return try await Self.outcome(members, naming: names) { () async throws(DomainError) in
            _ = try await AddReference(kit).execute(try .init(Input(members: members + [.trackingId(id)]))).get()
        }
    }

    /// Removes a reference exactly as its row sends it.
    func removeReference(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        let members = ["type", "value"].compactMap { name in
            // safe: a dictionary
            form[name].map { Input.Member(name: name, value: .text($0)) }
        }
        return try await Self.outcome(members) { () async throws(DomainError) in
            _ = try await RemoveReference(kit).execute(try .init(Input(members: members + [.trackingId(id)]))).get()
        }
    }

    static var referencePatterns: [FormView.Pattern] {
        [
            .init(name: "type", label: localized("Type"), choices: ReferenceType.allCases.map { ($0.rawValue, $0.words) }),
            .init(name: "value", label: localized("Number")),
        ]
    }
}
