#if canImport(Darwin) || Remote
import CargoApplication
import CargoDomain
import CargoWire
import Foundation

extension RemoteCall {
    /// Makes the call of an operation.
    init<Operation: UseCase>(_ endpoint: Endpoint<Operation>, _ request: Operation.Request, isDryRun: Bool) {
        var rest = endpoint.members(request)
        var path = endpoint.path
        for name in endpoint.placeNames {
            path = path.replacing("{\(name)}", with: RemoteClient.encoded(rest[name]?.parameterText ?? ""))
            rest = rest.without(name)
        }
        var parameters = Input(members: [])
        var body: [UInt8]?
        switch endpoint.body {
        case .none: parameters = rest
        case .members: body = CanonicalJSON.bytes(of: rest)
        case .value(let name): body = CanonicalJSON.bytes(of: rest[name] ?? .object([]))
        }
        if isDryRun || (request as? RollOver.Request)?.isDryRun == true, endpoint.method != .get {
            parameters = parameters.with([.init(name: "dryRun", value: .text("true"))])
        }
        self.init(method: endpoint.method.rawValue, path: path + Self.query(parameters), body: body)
        let version = (request as? any VersionedWireRequest)?.expectedVersion.map { "\"\($0)\"" }
        switch endpoint.precondition {
        case .none: break
        case .optional: headers["If-Match"] = version
        case .required: headers["If-Match"] = version ?? "*"
        case .absent: headers["If-None-Match"] = "*"
        }
        if let booking = request as? BookCargo.Request {
            // With a key, a booking can be sent again if its response is lost.
            let key = booking.idempotencyKey?.text ?? UUID().uuidString
            headers["Idempotency-Key"] = "\"\(key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
    }

    /// The members as the query of a URL, with its question mark; empty without members.
    private static func query(_ members: Input) -> String {
        guard case .object(let members) = members, !members.isEmpty else { return "" }
        return "?" + members.map { "\($0.name)=\(RemoteClient.encoded($0.value.parameterText))" }.joined(separator: "&")
    }
}

extension Input {
    /// The value in a path or a query.
    fileprivate var parameterText: String { asText ?? CanonicalJSON.text(of: self) }
}
#endif
