#if Remote && !canImport(Darwin)
import CargoApplication
import CargoDomain
import Foundation
import Synchronization

/// Sends requests to the endpoints of subscriptions, at addresses that the operator's policy lets pass.
///
/// It resolves a host itself, judges the addresses, and connects to one of them. The name isn't resolved again for the connection, so it can't
/// lead to another address then (DNS rebinding). TLS still verifies the certificate of the name. Each subscription has connections of its own,
/// so that one whose endpoint is slow delays no other with the same host.
final class EndpointTransport: Sendable {
    /// Returns what sends an endpoint's requests to an address.
    typealias Connector = @Sendable (IPAddress, EndpointURL) -> any HTTPTransport

    /// Where connections lead.
    private struct Place: Hashable {
        let host: String
        let address: IPAddress
    }

    private let policy: EndpointPolicy
    private let resolver: HostResolver
    private let connect: Connector
    private let kept = Mutex<[SubscriptionId: [Place: any HTTPTransport]]>([:])

    /// The maximum number of subscriptions whose connections are kept open.
    private static let maximumSubscriptions = 1000
    /// How many addresses of a host are tried if no connection can be made.
    private static let maximumAddresses = 4

    /// Creates a transport.
    /// - Parameters:
    ///   - policy: the endpoints and addresses that are allowed.
    ///   - timeouts: how long a response may take.
    ///   - resolver: resolves hosts.
    ///   - connect: connects to addresses; over the network if nil.
    init(_ policy: EndpointPolicy, timeouts: RemoteTimeouts, resolver: HostResolver = HostResolver(), connect: Connector? = nil) {
        self.policy = policy
        self.resolver = resolver
        self.connect =
            connect ?? { address, endpoint in
                AsyncHTTPTransport(
                    RemoteConnections(limit: 2),
                    timeouts: timeouts,
                    maximumBytes: 64 << 10,
                    addresses: endpoint.address == nil ? [endpoint.host: address.description] : [:]
                )
            }
    }

    /// Why nothing was sent, or no answer came; it reveals nothing about other machines.
    struct Failure: Error {
        let kind: TransportFailure.Kind
        let reason: DeliveryFailure
    }

    /// Sends a request whose URL is the subscription's endpoint.
    func send(_ request: RemoteRequest, to subscription: Subscription) async -> Result<RemoteAnswer, Failure> {
        let (endpoint, owner) = (subscription.endpoint, subscription.owner)
        if let refusal = policy.refusal(of: endpoint, owner: owner) {
            return .failure(Failure(kind: .unreached, reason: .refused(refusal)))
        }
        // The client parses the URL by itself, and must find the host that was judged.
        guard let host = request.url.host(percentEncoded: true), host.trimmingCharacters(in: ["[", "]"]) == endpoint.host else {
            return .failure(Failure(kind: .unreached, reason: .unanswered(.urlAmbiguous)))
        }
        let found =
            if let address = endpoint.address { [address] } else { await resolver.addresses(of: endpoint.host, for: owner) ?? [] }
        closeOthers(of: subscription, but: found)
        let allowed = found.filter { policy.refusal(of: $0, for: endpoint, owner: owner) == nil }
        guard !allowed.isEmpty else {
            // A customer isn't told which names the operator's resolver knows.
            let reason: DeliveryFailure =
                owner != nil ? .unanswered(.noPublicAddress) : found.isEmpty ? .unanswered(.hostUnresolved) : .refused(.addressNotPublic)
            return .failure(Failure(kind: .unreached, reason: reason))
        }
        var failure = Failure(kind: .unreached, reason: .unanswered(.unreached))
        for address in allowed.prefix(Self.maximumAddresses) {
            switch await transport(to: address, of: subscription).send(request) {
            case .success(let answer): return .success(answer)
            case .failure(let cause):
                failure = Failure(cause.kind)
                guard cause.kind == .unreached else { return .failure(failure) }
            }
        }
        return .failure(failure)
    }

    /// Closes a subscription's connections to other hosts, and to addresses that its host no longer has.
    private func closeOthers(of subscription: Subscription, but addresses: [IPAddress]) {
        let host = subscription.endpoint.host
        kept.withLock { kept in
            kept[subscription.id] = kept[subscription.id]?.filter { $0.key.host == host && addresses.contains($0.key.address) }
        }
    }

    private func transport(to address: IPAddress, of subscription: Subscription) -> any HTTPTransport {
        let place = Place(host: subscription.endpoint.host, address: address)
        return kept.withLock { kept in
            // safe: a dictionary
            if let transport = kept[subscription.id]?[place] { return transport }
            if kept.count >= Self.maximumSubscriptions, kept[subscription.id] == nil { kept = [:] }
            let new = connect(address, subscription.endpoint)
            // safe: a dictionary
            kept[subscription.id, default: [:]][place] = new
            return new
        }
    }
}

extension EndpointTransport.Failure {
    fileprivate init(_ kind: TransportFailure.Kind) {
        let obstacle: DeliveryFailure.Obstacle =
            switch kind {
            case .unreached: .unreached
            case .untrusted: .untrusted
            case .broken: .connectionBroken
            case .late: .late
            case .tooLong: .responseTooLong
            case .cancelled: .cancelled
            }
        self.init(kind: kind, reason: .unanswered(obstacle))
    }
}
#endif
