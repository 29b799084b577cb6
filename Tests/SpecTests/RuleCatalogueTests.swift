import CargoDomain
import CargoWire
import Testing

@Suite("The catalogue of rules")
struct RuleCatalogueTests {
    @Test("spec/rules.json lists each rule once, with its area, its level and existing codes")
    func rules() throws {
        let rules = try Specification.list("rules", in: "rules.json")
        let codes = Set(DomainError.Code.allCases.map(\.rawValue))
        let ids = try rules.map { try $0.text("id") }
        #expect(Set(ids).count == ids.count)
        #expect(ids.count == 129)
        for rule in rules {
            let id = try rule.text("id")
            #expect(id.wholeMatch(of: /[A-Z]+(-[A-Z]+)?-[0-9]+/) != nil)
            #expect(
                ["value", "aggregate", "useCase", "repository", "service", "wire", "request", "runner"].contains(try rule.text("level")),
                "\(id)"
            )
            #expect(try !rule.text("area").isEmpty, "\(id)")
            for code in try rule.items("codes") {
                guard case .text(let code) = code else { throw Specification.Missing(path: "\(id): codes") }
                #expect(codes.contains(code), "\(id): \(code)")
            }
            _ = try rule.flag("departsFromDddSample")
        }
    }

    @Test("every code belongs to a rule, except those of stores and programs")
    func codes() throws {
        let named = try Specification.list("rules", in: "rules.json").reduce(into: Set<String>()) { codes, rule in
            for case .text(let code) in try rule.items("codes") { codes.insert(code) }
        }
        let others: Set<String> = [
            "idempotency_key_invalid", "idempotency_key_reused", "store_unavailable", "store_full", "store_locked",
            "store_outcome_unknown", "store_schema_unsupported", "remote_unavailable", "remote_timeout", "remote_rejected",
        ]
        #expect(named.union(others) == Set(DomainError.Code.allCases.map(\.rawValue)))
        #expect(named.isDisjoint(with: others))
    }
}
