import CargoDomain
import Hummingbird

/// A request after the checks that precede its route.
struct Admission: Sendable {
    let request: HTTPRequest
    let started: ContinuousClock.Instant
    let id: RequestId
    let body: IncomingBody
    let trail: WriteTrail
    let connection: Connection
    /// The route; nil if the request doesn't reach one.
    let route: HTTPRoute?
    /// The fields that say what is left of the caller's rate.
    let rates: HTTPFields
    /// The call for the route, or the problem that a check found.
    let call: Result<Call, Problem>

    /// The route in metrics and in the log.
    var routeName: String { route?.path.description ?? "none" }
}
