import CargoApplication
import CargoInfrastructure
import CargoWire
import Logging
import Testing

@testable import CargoServer

/// The API description matches what the service does.
struct OpenAPITests {
    private let document: Input

    init() throws { document = try TestService.description }

    private static let methods = ["get", "put", "post", "delete", "patch"]

    /// Every operation, such as `GET /v1/cargos`, with its description.
    private var operations: [String: Input] {
        var operations: [String: Input] = [:]
        for path in document["paths"]?.members ?? [] {
            for member in path.value.members where Self.methods.contains(member.name) {
                operations["\(member.name.uppercased()) \(path.name)"] = member.value
            }
        }
        return operations
    }

    private var routes: [HTTPRoute] { TestService.routes.filter { $0.operation != nil } }

    @Test func `the description has exactly the service's routes`() {
        #expect(Set(operations.keys) == Set(routes.map { "\($0.method) \($0.path.description)" }))
        #expect(operations.count == routes.count)
    }

    @Test func `each route's required permission is described`() {
        for route in routes {
            let permission =
                switch route.access {
                case .everybody: "everybody"
                case .requires(let permission), .requiresOrOwns(let permission), .requiresOrSigned(let permission): permission.rawValue
                }
            #expect(operations["\(route.method) \(route.path.description)"]?["x-permission"]?.asText == permission, "\(route.path)")
        }
    }

    @Test func `every placeholder in a path is a parameter`() {
        for path in document["paths"]?.members ?? [] {
            let parameters = (path.value["parameters"]?.asList ?? []).compactMap { JSONSchema.resolve($0, in: document)["name"]?.asText }
            #expect(PathTemplate(stringLiteral: path.name).parameterNames.allSatisfy(parameters.contains), "\(path.name)")
        }
    }

    @Test func `every example matches its schema, and every reference resolves`() {
        var examples = 0
        var failures: [String] = []
        func visit(_ value: Input, _ place: String) {
            if let reference = value["$ref"]?.asText, JSONSchema.find(reference, in: document) == nil {
                failures.append("\(place): \(reference)")
            }
            if let schema = value["schema"], let example = value["example"] {
                examples += 1
                failures += JSONSchema.faults(of: example, schema, in: document, at: place)
            }
            for member in value.members { visit(member.value, "\(place)/\(member.name)") }
            for (index, element) in (value.asList ?? []).enumerated() { visit(element, "\(place)/\(index)") }
        }
        visit(document, "")
        for schema in document["components"]?["schemas"]?.members ?? [] {
            guard let example = schema.value["example"] else { continue }
            examples += 1
            failures += JSONSchema.faults(of: example, schema.value, in: document, at: schema.name)
        }
        #expect(failures.isEmpty, "\(failures)")
        #expect(examples > 60)
    }

    @Test func `each type of domain event is a webhook, with its data and its signature, and so is a callback of DCSA`() throws {
        let webhooks = document["webhooks"]?.members ?? []
        #expect(Set(webhooks.map(\.name)) == Set(EventType.all.map(\.name) + ["dcsaCallback"]))
        for type in EventType.all {
            let operation = try #require(document["webhooks"]?[type.name]?["post"])
            let content = try #require(operation["requestBody"]?["content"]?["application/cloudevents+json"])
            let schema = try #require(content["schema"])
            #expect(content["example"]?["type"]?.asText == "io.github.cargokit.\(type.name)")
            let fields = operation["parameters"]?.asList?.compactMap { $0["name"]?.asText }
            #expect(fields == ["webhook-id", "webhook-timestamp", "webhook-signature"])
            #expect(operation["responses"]?.members.map(\.name) == ["2XX", "410", "429", "503", "default"])
            // The data of another type doesn't match.
            let other = try #require((type.name == "CargoHeld" ? EventType.named("CargoBooked") : EventType.named("CargoHeld"))?.example)
            let body = try JSONParser.parse(CloudEvent(other).canonicalText)
            #expect(!JSONSchema.faults(of: body, schema, in: document, at: type.name).isEmpty)
        }
    }

    @Test func `the service's responses match their schemas`() async throws {
        let document = document
        let operations = operations
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            _ = try await service.send("PUT", "/v1/cargos/ABC123/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
            let received = #"{"completionTime":"2026-01-05T00:00:00.000Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}"#
            _ = try await service.send("POST", "/v1/handling-events", received)
            for (path, template) in [
                ("/v1/cargos", "/v1/cargos"), ("/v1/cargos/ABC123", "/v1/cargos/{trackingId}"),
                ("/v1/cargos/ABC123/tracking", "/v1/cargos/{trackingId}/tracking"),
                ("/v1/cargos/ABC123/handling-events", "/v1/cargos/{trackingId}/handling-events"),
                ("/v1/cargos/ABC123/route-candidates", "/v1/cargos/{trackingId}/route-candidates"), ("/v1/voyages", "/v1/voyages"),
                ("/v1/voyages/V100", "/v1/voyages/{voyageNumber}"), ("/v1/locations", "/v1/locations"),
                ("/v1/locations/SESTO", "/v1/locations/{unLocode}"), ("/v1/events", "/v1/events"), ("/v2/events", "/v2/events"),
            ] {
                let answer = try await service.send("GET", path)
                #expect(answer.status == 200, "\(path)")
                let content = operations["GET \(template)"]?["responses"]?["200"]?["content"]?["application/json"]
                let schema = try #require(content?["schema"], "\(path)")
                #expect(JSONSchema.faults(of: try answer.json, schema, in: document, at: path).isEmpty, "\(answer.text)")
            }
            let problem = try await service.send("POST", "/v1/cargos", "{}")
            let schema = try #require(document["components"]?["schemas"]?["Problem"])
            #expect(JSONSchema.faults(of: try problem.json, schema, in: document, at: "").isEmpty, "\(problem.text)")
        }
    }

    @Test func `the service serves its description`() async throws {
        let document = document
        try await TestService.run { service in
            let seen23 = try await service.send("GET", "/openapi.json", as: nil).json
            #expect(seen23 == document)
        }
    }
}
