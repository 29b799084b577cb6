import CargoDomain

/// Reads the fields of a request one by one and collects every failure.
///
/// ```swift
/// var reader = RequestReader(input)
/// let origin: Field<UnLocode> = reader.required("origin")
/// try reader.finish()
/// self.origin = try origin.get()
/// ```
/// If `finish` doesn't throw, every field that was read has a value.
struct RequestReader {
    /// The outcome of reading a field; the reader has recorded any failure.
    typealias Field<Value> = Result<Value, DomainError>

    private let path: String
    private let members: [Input.Member]?
    private var known: [String] = []
    /// The invalid and missing fields among those that were read.
    private(set) var failures: [DomainError.FieldError] = []

    /// Starts reading.
    ///
    /// Input that isn't an object is a single failure, at `path`.
    init(_ input: Input, at path: String = "") {
        self.path = path
        if case .object(let members) = input {
            self.members = members
        } else {
            members = nil
            failures = [.init(path: path, code: .shapeInvalid)]
        }
    }

    /// Reads a required field.
    mutating func required<Value: InputValue>(_ name: String, as type: Value.Type = Value.self) -> Field<Value> {
        guard let input = input(name) else { return missing(name) }
        return keep(at: place(of: name)) { () throws(DomainError) in try Value(input: input) }
    }

    /// Reads an optional field.
    mutating func optional<Value: InputValue>(_ name: String, as type: Value.Type = Value.self) -> Field<Value?> {
        guard let input = input(name) else { return .success(nil) }
        return keep(at: place(of: name)) { () throws(DomainError) in try Value(input: input) }
    }

    /// Reads an optional field with a closure.
    mutating func optional<Value>(_ name: String, _ read: (Input) throws(DomainError) -> Value) -> Field<Value?> {
        guard let input = input(name) else { return .success(nil) }
        return keep(at: place(of: name)) { () throws(DomainError) in try read(input) }
    }

    /// Reads an optional integer; one outside the range is `integer_out_of_range`.
    mutating func optional(_ name: String, in range: ClosedRange<Int64>) -> Field<Int64?> {
        guard let input = input(name) else { return .success(nil) }
        return keep(at: place(of: name)) { () throws(DomainError) in
            let number = try Int64(input: input)
            guard range.contains(number) else { throw .invalid(.integerOutOfRange, text: String(number)) }
            return number
        }
    }

    /// Reads an optional count; one outside the range is `integer_out_of_range`.
    mutating func count(_ name: String, in range: ClosedRange<Int64>, default value: Int) -> Field<Int> {
        optional(name, in: range).map { $0.map { Int(clamping: $0) } ?? value }
    }

    /// Reads an itinerary, `{"legs":[Leg]}`.
    mutating func requiredItinerary(_ name: String) -> Field<Itinerary> {
        guard let input = input(name) else { return missing(name) }
        var nested = RequestReader(input, at: place(of: name))
        let itinerary = nested.requiredList("legs", whole: place(of: name)) { (legs: [Leg]) throws(DomainError) in try Itinerary(legs) }
        failures += nested.allFailures
        return itinerary
    }

    /// Reads a schedule, `[CarrierMovement]`.
    mutating func requiredSchedule(_ name: String) -> Field<Schedule> {
        requiredList(name, whole: place(of: name)) { (movements: [CarrierMovement]) throws(DomainError) in try Schedule(movements) }
    }

    /// Reads an optional object member by member.
    ///
    /// Its shape is checked first: the first breach is the only failure. The failure of the whole, if every member is good, is at its own path.
    mutating func optional<Value>(
        _ name: String,
        shape: Shape,
        _ read: (inout RequestReader) throws(DomainError) -> Value
    ) -> Field<Value?> {
        guard let input = input(name) else { return .success(nil) }
        if let breach = shape.firstBreach(in: input, at: place(of: name)) { return fail(.shapeInvalid(path: ""), at: breach) }
        var nested = RequestReader(input, at: place(of: name))
        do throws(DomainError) {
            return .success(try read(&nested))
        } catch {
            failures += nested.allFailures.isEmpty ? [.init(path: place(of: name), code: error.code)] : nested.allFailures
            return .failure(error)
        }
    }

    /// Reads an optional list (see `requiredList`).
    mutating func optionalList<Element: InputValue, Whole>(
        _ name: String,
        _ join: ([Element]) throws(DomainError) -> Whole
    ) -> Field<Whole?> {
        guard input(name) != nil else { return .success(nil) }
        return requiredList(name, whole: place(of: name), join).map { $0 }
    }

    /// Reads a reference from the fields `type` and `value`; the text of a value is judged only if its type is valid.
    mutating func requiredReference() -> Field<CargoReference> {
        switch (required("type", as: ReferenceType.self), required("value", as: String.self)) {
        case (.success(let type), .success(let value)):
            keep(at: place(of: "value")) { () throws(DomainError) in try CargoReference(type, value) }
        case (.failure(let error), _), (_, .failure(let error)): .failure(error)
        }
    }

    /// Throws if any field was invalid, missing or unknown.
    /// - Throws: `validation_failed`.
    func finish() throws(DomainError) {
        let failures = allFailures
        if !failures.isEmpty { throw .validationFailed(failures) }
    }

    // MARK: Parts

    /// Reads a list.
    ///
    /// Records one failure for each bad element, at the element's path; if every element is good, records a failure of the whole list at
    /// `path`.
    private mutating func requiredList<Element: InputValue, Whole>(
        _ name: String,
        whole path: String,
        _ join: ([Element]) throws(DomainError) -> Whole
    ) -> Field<Whole> {
        guard let input = input(name) else { return missing(name) }
        guard case .list(let inputs) = input else { return fail(.shapeInvalid(path: ""), at: place(of: name)) }
        var elements: [Element] = []
        var failure: DomainError?
        for (index, input) in inputs.enumerated() {
            do throws(DomainError) {
                elements.append(try Element(checking: input))
            } catch {
                failures.append(.init(path: "\(place(of: name))[\(index)]", code: error.code))
                failure = error
            }
        }
        if let failure { return .failure(failure) }
        return keep(at: path) { () throws(DomainError) in try join(elements) }
    }

    private func place(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private mutating func input(_ name: String) -> Input? {
        known.append(name)
        return members?.first { $0.name.hasSameScalars(as: name) }?.value
    }

    private mutating func missing<Value>(_ name: String) -> Field<Value> {
        let error = DomainError.rule(.fieldRequired)
        return members == nil ? .failure(error) : fail(error, at: place(of: name))
    }

    private mutating func fail<Value>(_ error: DomainError, at path: String) -> Field<Value> {
        failures.append(.init(path: path, code: error.code))
        return .failure(error)
    }

    private mutating func keep<Value>(at path: String, _ read: () throws(DomainError) -> Value) -> Field<Value> {
        do throws(DomainError) {
            return .success(try read())
        } catch {
            return fail(error, at: path)
        }
    }

    private var allFailures: [DomainError.FieldError] {
        let unknown = (members ?? []).filter { member in !known.contains { $0.hasSameScalars(as: member.name) } }
        return failures + unknown.map { .init(path: place(of: $0.name), code: .shapeInvalid) }
    }
}
