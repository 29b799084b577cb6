extension Result {
    /// The failure, if it is one.
    var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
