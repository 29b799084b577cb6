/// How long one attempt of a call may take.
public struct RemoteTimeouts: Hashable, Sendable {
    /// Until the answer begins: finding the host, connecting, sending, and what the service needs.
    public var answer: Duration
    /// Until all of the answer is there.
    public var whole: Duration

    /// Sets both times; an answer that has not begun when the whole time is over is late as well.
    public init(answer: Duration = .seconds(10), whole: Duration = .seconds(60)) {
        self.answer = answer
        self.whole = whole
    }
}
