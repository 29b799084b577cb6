import CargoDomain

/// An expectation that failed; `ContractCheck.run(_:)` adds the promise and rethrows it as a `ContractFailure`.
struct Disagreement: Error {
    let expected: String
    let actual: String
}

/// Checks that a condition holds.
func expect(_ isMet: Bool, _ expected: String, butGot actual: @autoclosure () -> String) throws {
    if !isMet { throw Disagreement(expected: expected, actual: actual()) }
}

/// Checks that two values are equal.
func expect<Value: Equatable>(_ subject: String, _ actual: Value, is expected: Value) throws {
    try expect(actual == expected, "\(subject) is \(expected)", butGot: "\(actual)")
}

/// Checks that a call succeeded, and returns its value.
@discardableResult
func success<Value>(of subject: String, _ result: Result<Value, DomainError>) throws -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let error): throw Disagreement(expected: "\(subject) succeeds", actual: error.summary)
    }
}

/// Checks that a call failed with exactly this error.
func failure<Value>(of subject: String, _ result: Result<Value, DomainError>, is expected: DomainError) throws {
    switch result {
    case .success(let value): throw Disagreement(expected: "\(subject) fails with \(expected.summary)", actual: "success: \(value)")
    case .failure(let error):
        try expect(error == expected, "\(subject) fails with \(expected.summary)", butGot: error.summary)
    }
}

extension DomainError {
    fileprivate var summary: String {
        let details = params.map { param in
            switch param.value {
            case .text(let text): "\(param.name): \(text)"
            case .integer(let number): "\(param.name): \(number)"
            }
        }
        return ([code.rawValue] + details + (cause.map { ["because: \($0)"] } ?? [])).joined(separator: ", ")
    }
}
