public import CargoApplication
public import CargoDomain
import CargoWire

/// The callbacks of subscriptions in the format of DCSA Track and Trace 2.2, made from the events that `/v2/events` lists.
///
/// It reads the whole outbox once, as the service does, with the first event that it is asked for.
public struct DCSACallbacks: DCSACallbackSource {
    private let log: DCSALog

    /// Creates callbacks of a store's events, without reading them.
    public init(_ kit: CargoKit) { self.init(DCSALog(kit)) }

    init(_ log: DCSALog) { self.log = log }

    /// Returns the DCSA events that a domain event means to a subscription, without those that were withdrawn since.
    ///
    /// A customer's subscription receives events of their own cargos only.
    public func body(of sequence: Int64, for subscription: Subscription) async throws(DomainError) -> [UInt8]? {
        guard let filter = subscription.dcsaFilter else { return nil }
        let events = try await log.events(from: sequence, DCSAFilter(filter), owner: subscription.owner)
        return events.isEmpty ? nil : events.canonicalBytes
    }
}
