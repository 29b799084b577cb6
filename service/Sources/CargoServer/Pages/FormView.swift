import CargoApplication
import CargoDomain
import CargoLocalization

/// A form as a page shows it: its fields, with errors next to the fields and in a summary above.
struct FormView: Sendable {
    let fields: [Field]
    let faults: [Fault]
    let hasFaults: Bool

    /// A field and its label.
    struct Field: Sendable {
        let name: String
        /// The HTML id; several forms on a page may have fields with the same name.
        let fieldId: String
        let label: String
        let value: String
        let hint: String?
        let fault: String?
        /// The ids of the elements that describe the field, for `aria-describedby`.
        let describedBy: String?
        let isRequired: Bool
        let isTime: Bool
        let isNumber: Bool
        let isChoice: Bool
        let choices: [Choice]
        let isGroup: Bool
        let boxes: [Box]
        let list: String?
        /// What the field suggests as one types; nil if nothing.
        let suggest: String?
    }

    /// An option of a field with several values.
    struct Choice: Sendable {
        let value: String
        let label: String
        let isSelected: Bool
    }

    /// A check box of a field that takes several values.
    struct Box: Sendable {
        let name: String
        let boxId: String
        let label: String
        let isChecked: Bool
    }

    /// The name of the check box of a value.
    static func box(_ value: String, of field: String) -> String { "\(field)-\(value)" }

    /// A line of the error summary above the form.
    struct Fault: Sendable {
        let text: String
        /// The HTML id of the field that the line links to.
        let target: String?
        let label: String?
    }

    /// The definition of a field, without its submitted value.
    struct Pattern: Sendable {
        let name: String
        let label: String
        var hint: String?
        var isRequired = true
        var isTime = false
        /// Whether a phone shows its keyboard for digits.
        var isNumber = false
        var choices: [(value: String, label: String)] = []
        /// The values of a field that takes several of them; each has a check box.
        var boxes: [String] = []
        /// The values that are chosen at first.
        var checked: Set<String> = []
        /// The id of the list of suggestions.
        var list: String?
        /// What the field suggests as one types.
        var suggest: SuggestionIndex.Kind?
        /// The initial value.
        var value = ""
    }

    /// Combines the field definitions, the submitted values and their errors.
    /// - Parameter id: the prefix of the fields' HTML ids.
    init(_ id: String, _ patterns: [Pattern], filled: FormFields? = nil, faults: FormFaults = FormFaults()) {
        fields = patterns.map { pattern in
            let fieldId = "\(id)-\(pattern.name)"
            // safe: a dictionary
            let fault = faults[pattern.name]
            let describing = [pattern.hint != nil ? fieldId + "-hint" : nil, fault != nil ? fieldId + "-fault" : nil].compactMap { $0 }
            let value = filled?[pattern.name] ?? (filled == nil ? pattern.value : "")
            return Field(
                name: pattern.name,
                fieldId: fieldId,
                label: pattern.label,
                value: value,
                hint: pattern.hint,
                fault: fault,
                describedBy: describing.isEmpty ? nil : describing.joined(separator: " "),
                isRequired: pattern.isRequired,
                isTime: pattern.isTime,
                isNumber: pattern.isNumber,
                isChoice: !pattern.choices.isEmpty,
                choices: pattern.choices.map { Choice(value: $0.value, label: $0.label, isSelected: $0.value == value) },
                isGroup: !pattern.boxes.isEmpty,
                boxes: pattern.boxes.map { value in
                    let name = Self.box(value, of: pattern.name)
                    let isChecked = filled.map { $0[name] != nil } ?? pattern.checked.contains(value)
                    return Box(name: name, boxId: "\(id)-\(name)", label: value, isChecked: isChecked)
                },
                list: pattern.list,
                suggest: pattern.suggest?.rawValue
            )
        }
        let order = { (fault: FormFaults.Fault) in patterns.firstIndex { $0.name == fault.field } ?? patterns.count }
        self.faults = faults.list.sorted { order($0) < order($1) }.map { fault in
            let pattern = patterns.first { $0.name == fault.field }
            return Fault(text: fault.text, target: pattern.map { "\(id)-\($0.name)" }, label: pattern?.label)
        }
        hasFaults = !faults.isEmpty
    }
}

/// A location that a form suggests.
struct Suggestion: Sendable {
    let code: String
    let name: String

    /// What a field for a location takes.
    static var hint: String { localized("The name of a port, or its UN/LOCODE.") }

    /// The first 500 locations; other codes can be typed.
    static func locations(_ kit: CargoKit) async throws(Problem) -> [Suggestion] {
        try await ListLocations(kit).execute(.init(limit: 500)).orProblem().items.map {
            Suggestion(code: $0.unLocode.text, name: $0.name.text)
        }
    }
}
