import CargoDomain
import Foundation

/// How one attempt of a call ended.
enum AttemptOutcome {
    /// The service did it.
    case done(RemoteAnswer)
    /// The call failed.
    /// - Parameters:
    ///   - isPassing: whether another attempt may succeed.
    ///   - mayBeDone: whether the service may have performed the call anyway.
    ///   - wait: how long the service asks to wait before another attempt.
    case failed(DomainError, isPassing: Bool, mayBeDone: Bool, wait: Duration?)

    init(_ received: Result<RemoteAnswer, TransportFailure>, now: Date = Date()) {
        switch received {
        case .success(let answer):
            if (200..<300).contains(answer.status) {
                self = .done(answer)
            } else if let problem = ProblemDocument(answer) {
                self = Self.reported(problem, answer, now)
            } else {
                self = Self.unreported(answer, now)
            }
        case .failure(let failure):
            self =
                switch failure.kind {
                case .unreached: .unavailable(failure.cause, isPassing: true, mayBeDone: false)
                case .untrusted: .unavailable(failure.cause, isPassing: false, mayBeDone: false)
                case .broken: .unavailable(failure.cause, isPassing: true, mayBeDone: true)
                case .cancelled: .unavailable(failure.cause, isPassing: false, mayBeDone: true)
                case .late: .failed(.technical(.remoteTimeout, cause: failure.cause), isPassing: true, mayBeDone: true, wait: nil)
                case .tooLong: .failed(.technical(.remoteRejected, cause: failure.cause), isPassing: false, mayBeDone: true, wait: nil)
                }
        }
    }

    /// The service answered with a problem document.
    private static func reported(_ problem: ProblemDocument, _ answer: RemoteAnswer, _ now: Date) -> AttemptOutcome {
        let wait = answer.retryAfter(now)
        if let error = problem.error {
            let isPassing: Bool
            let mayBeDone: Bool
            switch error.code {
            case .storeLocked: (isPassing, mayBeDone) = (true, false)
            case .storeUnavailable, .storeOutcomeUnknown, .remoteUnavailable, .remoteTimeout: (isPassing, mayBeDone) = (true, true)
            default: (isPassing, mayBeDone) = (false, false)
            }
            return .failed(error, isPassing: isPassing, mayBeDone: mayBeDone, wait: wait)
        }
        switch answer.status {
        case 408, 429: return .unavailable(problem.cause, isPassing: true, mayBeDone: false, wait: wait)
        case 503: return .unavailable(problem.cause, isPassing: true, mayBeDone: true, wait: wait)
        case 500...: return .unavailable(problem.cause, isPassing: false, mayBeDone: true)
        case 401, 403: return .failed(problem.refusal, isPassing: false, mayBeDone: false, wait: nil)
        default: return .failed(.technical(.remoteRejected, cause: problem.cause), isPassing: false, mayBeDone: false, wait: nil)
        }
    }

    /// Something other than the service answered, such as a proxy.
    private static func unreported(_ answer: RemoteAnswer, _ now: Date) -> AttemptOutcome {
        let cause = "the response has status \(answer.status) and no problem document"
        let wait = answer.retryAfter(now)
        switch answer.status {
        case 408, 429: return .unavailable(cause, isPassing: true, mayBeDone: false, wait: wait)
        case 502, 503: return .unavailable(cause, isPassing: true, mayBeDone: true, wait: wait)
        case 504: return .failed(.technical(.remoteTimeout, cause: cause), isPassing: true, mayBeDone: true, wait: wait)
        case 500...: return .unavailable(cause, isPassing: false, mayBeDone: true)
        default: return .failed(.technical(.remoteRejected, cause: cause), isPassing: false, mayBeDone: false, wait: nil)
        }
    }

    private static func unavailable(_ cause: String, isPassing: Bool, mayBeDone: Bool, wait: Duration? = nil) -> AttemptOutcome {
        .failed(.technical(.remoteUnavailable, cause: cause), isPassing: isPassing, mayBeDone: mayBeDone, wait: wait)
    }
}

extension RemoteAnswer {
    /// Returns the wait requested by `Retry-After`, given in seconds or as a date; nil if the field is missing or invalid.
    func retryAfter(_ now: Date) -> Duration? {
        guard let field = headers["retry-after"] else { return nil }
        if let seconds = Int64(field) { return seconds >= 0 ? .seconds(min(seconds, 1_000_000_000)) : nil }
        guard let date = HTTPDate.parse(field) else { return nil }
        let seconds = Double(date.epochMilliseconds) / 1000 - now.timeIntervalSince1970
        return .seconds(min(max(0, seconds), 1_000_000_000))
    }
}
