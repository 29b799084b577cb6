#if Server
import CargoApplication
import CargoDomain

/// A form as a page shows it: its fields, and what is wrong with them beside them and above.
struct FormView: Sendable {
    let fields: [Field]
    let faults: [Fault]
    let hasFaults: Bool

    /// A field with its label.
    struct Field: Sendable {
        let name: String
        /// The id in the page: several forms of a page may have fields of one name.
        let fieldId: String
        let label: String
        let value: String
        let hint: String?
        let fault: String?
        /// The ids of what describes the field, for `aria-describedby`.
        let describedBy: String?
        let isRequired: Bool
        let isTime: Bool
        let isChoice: Bool
        let choices: [Choice]
        let list: String?
    }

    /// One of several values.
    struct Choice: Sendable {
        let value: String
        let label: String
        let isSelected: Bool
    }

    /// A line of the summary above the form.
    struct Fault: Sendable {
        let text: String
        /// The field to go to.
        let target: String?
        let label: String?
    }

    /// What a field is like, whatever stands in it.
    struct Pattern: Sendable {
        let name: String
        let label: String
        var hint: String?
        var isRequired = true
        var isTime = false
        var choices: [(value: String, label: String)] = []
        /// The list of suggestions.
        var list: String?
        /// What stands in it at first.
        var value = ""
    }

    /// Joins patterns, what was filled in, and what is wrong with that.
    /// - Parameter id: begins the ids of the fields.
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
                isChoice: !pattern.choices.isEmpty,
                choices: pattern.choices.map { Choice(value: $0.value, label: $0.label, isSelected: $0.value == value) },
                list: pattern.list
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

/// The locations that a form suggests.
struct Suggestion: Sendable {
    let code: String
    let name: String

    /// The first five hundred locations; a code that is not among them can be typed.
    static func locations(_ environment: CargoApplication.Environment) async throws(Problem) -> [Suggestion] {
        try await ListLocations(environment).execute(.init(limit: 500)).orProblem().items.map {
            Suggestion(code: $0.unLocode.text, name: $0.name.text)
        }
    }
}
#endif
