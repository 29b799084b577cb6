#if Remote && !canImport(Darwin)
import CargoApplication
import CargoDomain
import Foundation
import Synchronization

/// Sends requests to the endpoints of subscriptions, at addresses that the operator's policy lets pass.
///
/// It resolves a host itself, judges the addresses, and connects to one of them. The name isn't resolved again for the connection, so it can't
/// lead to another address then (DNS rebinding). TLS still verifies the certificate of the name.
final class EndpointTransport: Sendable {
    /// Returns the addresses of a host; nil if the name can't be resolved.
    typealias Resolver = @Sendable (String) async -> [IPAddress]?
    /// Returns what sends an endpoint's requests to an address.
    typealias Connector = @Sendable (IPAddress, EndpointURL) -> any HTTPTransport

    private struct Host {
        let addresses: [IPAddress]?
        let time: ContinuousClock.Instant
        var transports: [IPAddress: any HTTPTransport] = [:]
    }

    private let policy: EndpointPolicy
    private let resolve: Resolver
    private let connect: Connector
    private let now: @Sendable () -> ContinuousClock.Instant
    private let hosts = Mutex<[String: Host]>([:])

    /// How long addresses are used before the name is resolved again.
    private static let freshness = Duration.seconds(30)
    private static let mostHosts = 1000
    /// How many addresses of a host are tried if no connection can be made.
    private static let mostAddresses = 4

    /// Creates a transport.
    /// - Parameters:
    ///   - policy: the endpoints and addresses that are allowed.
    ///   - timeouts: how long a response may take.
    ///   - resolve: resolves hosts.
    ///   - connect: connects to addresses; over the network if nil.
    ///   - now: measures how old addresses are.
    init(
        _ policy: EndpointPolicy,
        timeouts: RemoteTimeouts,
        resolve: @escaping Resolver = EndpointTransport.systemAddresses,
        connect: Connector? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.policy = policy
        self.resolve = resolve
        self.connect =
            connect ?? { address, endpoint in
                AsyncHTTPTransport(
                    RemoteConnections(limit: 2),
                    timeouts: timeouts,
                    mostBytes: 64 << 10,
                    addresses: endpoint.address == nil ? [endpoint.host: address.description] : [:]
                )
            }
        self.now = now
    }

    /// Why nothing was sent, or no answer came; it reveals nothing about other machines.
    struct Failure: Error {
        let kind: TransportFailure.Kind
        let reason: DeliveryFailure
    }

    /// Sends a request whose URL is the endpoint's.
    /// - Parameters:
    ///   - request: the request.
    ///   - endpoint: the endpoint of a subscription.
    ///   - owner: the customer whom the subscription belongs to; nil for the operator.
    func send(_ request: RemoteRequest, to endpoint: EndpointURL, owner: CustomerId?) async -> Result<RemoteAnswer, Failure> {
        if let refusal = policy.refusal(of: endpoint, owner: owner) {
            return .failure(Failure(kind: .unreached, reason: .refused(refusal)))
        }
        // The client parses the URL by itself, and must find the host that was judged.
        guard let host = request.url.host(percentEncoded: true), host.trimmingCharacters(in: ["[", "]"]) == endpoint.host else {
            return .failure(Failure(kind: .unreached, reason: .unanswered(.urlAmbiguous)))
        }
        let found = await addresses(of: endpoint) ?? []
        let allowed = found.filter { policy.refusal(of: $0, for: endpoint, owner: owner) == nil }
        guard !allowed.isEmpty else {
            // A customer isn't told which names the operator's resolver knows.
            let reason: DeliveryFailure =
                owner != nil ? .unanswered(.noPublicAddress) : found.isEmpty ? .unanswered(.hostUnresolved) : .refused(.addressNotPublic)
            return .failure(Failure(kind: .unreached, reason: reason))
        }
        var failure = Failure(kind: .unreached, reason: .unanswered(.unreached))
        for address in allowed.prefix(Self.mostAddresses) {
            switch await transport(to: address, of: endpoint).send(request) {
            case .success(let answer): return .success(answer)
            case .failure(let cause):
                failure = Failure(cause.kind)
                guard cause.kind == .unreached else { return .failure(failure) }
            }
        }
        return .failure(failure)
    }

    private func addresses(of endpoint: EndpointURL) async -> [IPAddress]? {
        if let address = endpoint.address { return [address] }
        let now = now()
        // safe: a dictionary
        if let host = hosts.withLock({ $0[endpoint.host] }), now - host.time < Self.freshness { return host.addresses }
        let addresses = await resolve(endpoint.host)
        hosts.withLock { hosts in
            if hosts.count >= Self.mostHosts { hosts = [:] }
            // Connections to addresses that the host still has stay open.
            let kept = (hosts[endpoint.host]?.transports ?? [:]).filter { addresses?.contains($0.key) ?? false }
            hosts[endpoint.host] = Host(addresses: addresses, time: now, transports: kept)
        }
        return addresses
    }

    private func transport(to address: IPAddress, of endpoint: EndpointURL) -> any HTTPTransport {
        hosts.withLock { hosts in
            if let kept = hosts[endpoint.host]?.transports[address] { return kept }
            let new = connect(address, endpoint)
            hosts[endpoint.host, default: Host(addresses: nil, time: now())].transports[address] = new
            return new
        }
    }

    // MARK: Resolving

    /// Asks the system for the addresses of a host, on a thread that may wait.
    static let systemAddresses: Resolver = { host in
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: lookUp(host)) }
        }
    }

    private static func lookUp(_ host: String) -> [IPAddress]? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(bitPattern: SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return nil }
        defer { freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var entry = list
        while let one = entry?.pointee {
            if let address = address(one), !addresses.contains(address) { addresses.append(address) }
            entry = one.ai_next
        }
        return addresses
    }

    private static func address(_ entry: addrinfo) -> IPAddress? {
        guard let pointer = entry.ai_addr else { return nil }
        let raw = UnsafeRawPointer(pointer)
        switch entry.ai_family {
        case AF_INET: return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { IPAddress(bytes: Array($0)) }
        case AF_INET6: return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { IPAddress(bytes: Array($0)) }
        default: return nil
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
