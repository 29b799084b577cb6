/// How long one attempt of a call may take.
public struct RemoteTimeouts: Hashable, Sendable {
    /// The time until the response begins, including name lookup, connecting, sending, and the service's own work.
    public var answer: Duration
    /// The time until the response is complete.
    public var whole: Duration

    /// Sets both limits.
    ///
    /// A response that hasn't begun within `whole` is late even if `answer` is longer.
    public init(answer: Duration = .seconds(10), whole: Duration = .seconds(60)) {
        self.answer = answer
        self.whole = whole
    }
}
