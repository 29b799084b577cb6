#if Remote && !canImport(Darwin)
import CargoApplication
import CargoDomain
import Foundation
import Synchronization

/// Resolves the hosts of endpoints, and keeps the addresses for a while.
///
/// A name that takes long to resolve delays only those who ask for it: each lookup has a thread of its own, everyone who asks for the same name
/// shares one, and nobody waits for it longer than `patience`. One owner can have at most `maximumPerOwner` lookups in progress, so there is always
/// room for those of others.
final class HostResolver: Sendable {
    /// Returns the addresses of a host; nil if the name can't be resolved.
    typealias Lookup = @Sendable (String) async -> [IPAddress]?

    /// How long addresses are used before the name is resolved again.
    static let freshness = Duration.seconds(30)
    /// How long a caller waits for a lookup.
    static let patience = Duration.seconds(5)
    /// The maximum number of lookups that are under way.
    static let maximum = 512
    /// The maximum number of lookups of one owner that are under way.
    static let maximumPerOwner = 32
    /// The maximum number of hosts whose addresses are kept.
    private static let maximumHosts = 1000

    private struct Running {
        let owner: CustomerId?
        var waiters: [UInt64: CheckedContinuation<[IPAddress]?, Never>] = [:]
    }

    private struct State {
        var known: [String: (addresses: [IPAddress]?, time: ContinuousClock.Instant)] = [:]
        var running: [String: Running] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let lookUp: Lookup
    private let patience: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - lookUp: asks for a host's addresses.
    ///   - patience: how long a caller waits for that.
    ///   - now: measures how old addresses are.
    init(
        lookUp: @escaping Lookup = HostResolver.systemAddresses,
        patience: Duration = HostResolver.patience,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.lookUp = lookUp
        self.patience = patience
        self.now = now
    }

    /// Returns the addresses of a host; nil if the name can't be resolved, takes too long, or the owner has too many lookups under way.
    /// - Parameter owner: the customer who wants to know; nil for the operator.
    func addresses(of host: String, for owner: CustomerId?) async -> [IPAddress]? {
        let now = now()
        if let known = state.withLock({ $0.known[host] }), now - known.time < Self.freshness { return known.addresses }
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        let timer = Task { [patience] in
            try? await Task.sleep(for: patience)
            self.giveUp(number, on: host)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            let isRefused = state.withLock { state in
                if state.running[host] == nil {
                    let ofOwner = state.running.values.count { $0.owner == owner }
                    guard state.running.count < Self.maximum, ofOwner < Self.maximumPerOwner else { return true }
                    state.running[host] = Running(owner: owner)
                    Task { self.finish(host, await self.lookUp(host)) }
                }
                state.running[host]?.waiters[number] = continuation
                return false
            }
            if isRefused { continuation.resume(returning: nil) }
        }
    }

    private func finish(_ host: String, _ addresses: [IPAddress]?) {
        let time = now()
        let waiters = state.withLock { state in
            if state.known.count >= Self.maximumHosts { state.known = [:] }
            state.known[host] = (addresses, time)
            return state.running.removeValue(forKey: host)?.waiters ?? [:]
        }
        for waiter in waiters.values { waiter.resume(returning: addresses) }
    }

    private func giveUp(_ number: UInt64, on host: String) {
        state.withLock { $0.running[host]?.waiters.removeValue(forKey: number) }?.resume(returning: nil)
    }

    // MARK: The system

    /// Asks the system for the addresses of a host.
    static let systemAddresses: Lookup = { host in await onThread { systemAddresses(of: host) } }

    /// Runs work that may block for long on a thread of its own.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    private static func systemAddresses(of host: String) -> [IPAddress]? {
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
#endif
