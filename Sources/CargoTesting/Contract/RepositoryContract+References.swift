import CargoApplication
import CargoDomain

extension RepositoryContract {
    static let referenceChecks: [ContractCheck] = [
        ContractCheck(["REF-5", "REP-1"], "the cargos with a reference are found in pages, by tracking id, whatever their state") {
            backend in
            let (container, own) = (CargoReference.stub(), CargoReference.stub(.customer, "Order 17, G\u{F6}teborg / \u{1F6A2}"))
            for id in ["C-BOTH", "A-CANCELLED", "E-CLAIMED"] { try await backend.saved(try Cargo.stub(id).adding(container)) }
            try await backend.saved(try await backend.cargo(.stub("C-BOTH")).adding(own))
            try await backend.saved(try await backend.cargo(.stub("A-CANCELLED")).cancelled(because: .stub(), at: .stub(day: 1)))
            try await backend.register(.stub(.claim, at: "SESTO", completed: .stub(day: 30), of: "E-CLAIMED"))
            try await backend.saved(try Cargo.stub("B-OTHER").adding(.stub(.container, "CSQU3054383")))
            try await backend.saved(.stub("D-NONE"))
            for limit in [1, 2, 3, 4] {
                let pages = try await allPages { await backend.cargos.find(CargoQuery(reference: container), after: $0, limit: limit) }
                try expect(
                    "the ids in pages of \(limit)",
                    pages.flatMap { $0.map(\.trackingId.text) },
                    is: ["A-CANCELLED", "C-BOTH", "E-CLAIMED"]
                )
                try expect("the number of pages of \(limit)", pages.count, is: (3 + limit - 1) / limit)
            }
            try await found([await backend.cargo(.stub("C-BOTH"))], with: own, in: backend)
            let last = try success(
                of: "paging",
                await backend.cargos.find(CargoQuery(reference: container), after: .stub("D-NONE"), limit: 9)
            )
            try expect("the last cargo", last.items, is: [await backend.cargo(.stub("E-CLAIMED"))])
        },
        ContractCheck(["REF-5", "REF-1"], "a reference is found by its type and by its exact scalars") { backend in
            let given = CargoReference.stub(.customer, "Go\u{308}teborg")
            let cargo = try await backend.saved(try Cargo.stub().adding(given).adding(.stub(.booking, "ABC709951")))
            try await found([cargo], with: given, in: backend)
            try await found([cargo], with: .stub(.booking, "ABC709951"), in: backend)
            for other in [
                CargoReference.stub(.customer, "G\u{F6}teborg"), .stub(.customer, "Go\u{308}teborg "), .stub(.customer, "go\u{308}teborg"),
                .stub(.booking, "ABC70995"), .stub(.booking, "ABC7099510"), .stub(.billOfLading, "ABC709951"),
                .stub(.customer, "ABC709951"), .stub(.equipment, "ABC709951"),
            ] {
                try await found([], with: other, in: backend)
            }
        },
        ContractCheck(["REF-5", "REF-1"], "a cargo is found by the number of its equipment, which is no container's") { backend in
            let box = CargoReference.stub(.equipment, "MSKU1234565")
            let boxed = try await backend.saved(try Cargo.stub("B-BOX").adding(box))
            let contained = try await backend.saved(try Cargo.stub("A-CONTAINER").adding(.stub()))
            try await found([boxed], with: box, in: backend)
            try await found([contained], with: .stub(), in: backend)
            try expect("the stored cargo", try await backend.cargo(.stub("B-BOX")), is: boxed)
        },
        ContractCheck(["REF-5", "REF-4"], "a cargo is found by the references that it has now, not by those that it had") { backend in
            let (first, second) = (CargoReference.stub(), CargoReference.stub(.booking, "ABC709951"))
            var cargo = try await backend.saved(try Cargo.stub().adding(first))
            cargo = try await backend.saved(try cargo.removing(first).adding(second))
            try await found([], with: first, in: backend)
            try await found([cargo], with: second, in: backend)
            cargo = try await backend.saved(try cargo.adding(first))
            try await found([cargo], with: first, in: backend)
            cargo = try await backend.saved(cargo.removing(first).removing(second))
            for gone in [first, second] { try await found([], with: gone, in: backend) }
            try expect("the stored cargo", try await backend.cargo(), is: cargo)
        },
        ContractCheck(["REF-2", "REP-2"], "a cargo keeps a hundred references in order") { backend in
            var cargo = Cargo.stub()
            for place in (0..<Cargo.referenceLimit).reversed() {
                cargo = try cargo.adding(.stub(place < 50 ? .billOfLading : .customer, "N\(100 + place)"))
            }
            let stored = try await backend.saved(cargo)
            try expect("the values", stored.references.map(\.value), is: (0..<Cargo.referenceLimit).map { "N\(100 + $0)" })
            for reference in [cargo.references[0], cargo.references[99]] { try await found([stored], with: reference, in: backend) }
        },
        limits(of: "cargos with a reference") { await $0.cargos.find(CargoQuery(reference: .stub()), after: nil, limit: $1) },
    ]

    private static func found(_ cargos: [Cargo], with reference: CargoReference, in backend: RepositoryBackend) async throws {
        let page = try success(of: "paging", await backend.cargos.find(CargoQuery(reference: reference), after: nil, limit: 9))
        try expect("the cargos with \(reference)", page.items, is: cargos)
    }
}
