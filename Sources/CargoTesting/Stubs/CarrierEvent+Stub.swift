public import CargoApplication
import CargoDomain

extension CarrierEvent {
    /// Returns an event of a carrier that waits and isn't stored yet.
    /// - Parameters:
    ///   - number: the number in its id, 0 or more.
    ///   - carrier: the name of the carrier.
    ///   - document: the event as it was received.
    ///   - state: what became of it.
    ///   - waits: what it waits for.
    public static func stub(
        _ number: Int = 1,
        of carrier: String = "MAEU",
        document: String = #"{"eventType":"EQUIPMENT"}"#,
        state: State = .open(CarrierEventReason(.voyageUnknown, "UK244A")),
        waits: [CarrierEventWait] = [.voyage("UK244A")]
    ) -> Self {
        Self(id: .stub(number, of: carrier), receivedAt: .stub(day: 1), time: .stub(), document: document, state: state, waits: waits)
    }
}

extension CarrierEventId {
    /// Returns the id of a carrier with this number, 0 or more.
    ///
    /// Traps if the name isn't valid.
    public static func stub(_ number: Int = 1, of carrier: String = "MAEU") -> Self {
        let digits = String(number, radix: 16)
        return stubbed { () throws(DomainError) in
            try Self("\(carrier).\(String(repeating: "0", count: max(0, 32 - digits.utf8.count)))\(digits)")
        }
    }
}
