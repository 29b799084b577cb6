import CargoApplication
import CargoDomain

extension RepositoryContract {
    /// The checks of the bookings' idempotency keys.
    public static let bookingKeyChecks: [ContractCheck] = [
        ContractCheck(["REP-2"], "a key keeps its first reservation") { backend in
            let first = BookingReservation.stub("FIRST")
            try expect("the reservation of a new key", success(of: "finding", await backend.idempotencyKeys.find(.stub())), is: nil)
            for reservation in [first, .stub("SECOND"), .stub("FIRST", customer: "CUST-2"), first] {
                try expect(
                    "the reservation",
                    success(of: "reserving", await backend.idempotencyKeys.reserve(.stub(), for: reservation)),
                    is: first
                )
            }
            try expect("the reservation found", success(of: "finding", await backend.idempotencyKeys.find(.stub())), is: first)
            let other = BookingReservation.stub("OTHER", routeSpecification: .stub(to: "USNYC"))
            try expect(
                "the other key's reservation",
                success(of: "reserving", await backend.idempotencyKeys.reserve(.stub("key-2"), for: other)),
                is: other
            )
        },
        ContractCheck(["REP-2"], "a reservation stores neither a cargo nor an event") { backend in
            try success(of: "reserving", await backend.idempotencyKeys.reserve(.stub(), for: .stub()))
            try failure(of: "finding the cargo", await backend.cargos.findByTrackingId(.stub()), is: .cargoNotFound(.stub()))
            try expect("the outbox", await backend.allEvents(), is: [])
        },
        ContractCheck(["REP-7"], "20 concurrent reservations of one key all return the same reservation") { backend in
            let answers = try await atOnce { writer in
                try success(of: "reserving", await backend.idempotencyKeys.reserve(.stub(), for: .stub("CARGO-\(writer + 10)")))
            }
            try expect("the number of different answers", Set(answers).count, is: 1)
            try expect(
                "the reservation",
                success(of: "reserving", await backend.idempotencyKeys.reserve(.stub(), for: .stub("LATE"))),
                is: answers[0]
            )
        },
    ]
}
