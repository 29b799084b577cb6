/// How long one attempt of a call may take.
public struct RemoteTimeouts: Hashable, Sendable {
    /// The time until the response begins, including name lookup, connecting, sending, and the service's own work.
    public var response: Duration
    /// The time until the response is complete.
    public var total: Duration

    /// Sets both limits.
    ///
    /// A response that hasn't begun within `total` is late even if `response` is longer.
    public init(response: Duration = .seconds(10), total: Duration = .seconds(60)) {
        self.response = response
        self.total = total
    }
}
