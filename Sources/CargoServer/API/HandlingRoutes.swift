#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import Hummingbird

/// The routes that register handling: a single event, or a batch.
struct HandlingRoutes: Sendable {
    let kit: CargoKit

    var routes: [Route] { [Route(.post, "/v1/handling-events", .requires(.operate), register)] }

    private func register(_ call: Call) async throws(Problem) -> Response {
        let kind = try call.content(of: .json, .csv, .jsonLines)
        switch kind {
        case .csv:
            _ = try call.preferred(of: .jsonLines)
            try call.refuseQuery()
            let source = ArrayByteSource(try await call.body.bytes(for: kind))
            return try await HandlingBatch(kit).take(ImportReader(csv: source, .handlingEvents), call.trail)
        case .jsonLines:
            _ = try call.preferred(of: .jsonLines)
            try call.refuseQuery()
            return try await HandlingBatch(kit)
                .take(ImportReader(jsonLines: ArrayByteSource(try await call.body.bytes(for: kind))), call.trail)
        case .json, .eventStream, .problem, .text, .html, .form:
            return try await registerOne(call)
        }
    }

    private func registerOne(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request: RegisterHandlingEvent.Request = try .read(try await call.fields(), FieldPlaces())
        let registered = try await RegisterHandlingEvent(kit).execute(request).orProblem()
        call.trail.note(ids: registered.isNew ? [registered.event.trackingId.text] : [])
        var response = Response.json(registered, status: registered.isNew ? .created : .ok)
        if registered.isNew {
            let name = PercentEncoding.encode(HandlingEventName(registered.event).text)
            response.headers[.location] = "/v1/cargos/\(registered.event.trackingId.text)/handling-events/\(name)"
        }
        return response
    }
}
#endif
