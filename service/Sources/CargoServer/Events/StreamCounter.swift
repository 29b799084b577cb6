import CargoApplication
import CargoDomain
import CargoLocalization
import Hummingbird
import Synchronization

/// Counts the open event streams: in total, and per address, token and customer.
final class StreamCounter: Sendable {
    /// Something that streams are counted by.
    fileprivate enum Key: Hashable, Sendable {
        case all
        /// Streams that are open to everyone.
        case publicOnes
        case address(AddressPrefix)
        /// A token that isn't a customer's.
        case token(Caller)
        /// Streams of all tokens that may only read.
        case readers
        case customer(CustomerId)
        /// Streams of all customers.
        case customers
    }

    private let limits: ServerSettings.Limits
    private let counts = Mutex<[Key: Int]>([:])

    init(_ limits: ServerSettings.Limits) { self.limits = limits }

    /// The place of an open stream, which counts until nothing refers to it.
    ///
    /// The body of a response refers to it, and so frees it even if the connection breaks before the body begins.
    final class Place: Sendable {
        private let counter: StreamCounter
        private let keys: [Key]

        fileprivate init(_ counter: StreamCounter, _ keys: [Key]) {
            self.counter = counter
            self.keys = keys
        }

        deinit { counter.close(keys) }
    }

    /// Counts a new stream.
    ///
    /// Streams that are open to everyone get at most half of the total, customers a quarter, and tokens that may only read an eighth. What is
    /// left is for those who operate.
    /// - Throws: `streams_exhausted`; `rate_limited` if the address, the token or the customer is at its limit.
    func open(from address: AddressPrefix, for caller: Caller, isPublic: Bool = false) throws(Problem) -> Place {
        var keys = [Key.all, .address(address)]
        if isPublic { keys.append(.publicOnes) }
        if let customer = caller.customer {
            keys += [.customers, .customer(customer)]
        } else if !isPublic, !caller.isAnonymous, caller != .local {
            keys.append(.token(caller))
            if !caller.may(.operate) { keys.append(.readers) }
        }
        let full = counts.withLock { [keys] counts in
            if let full = keys.first(where: { counts[$0, default: 0] >= maximum(of: $0) }) { return full as Key? }
            for key in keys { counts[key, default: 0] += 1 }
            return nil
        }
        if let full { throw refusal(at: full) }
        return Place(self, keys)
    }

    private func maximum(of key: Key) -> Int {
        switch key {
        case .all: limits.eventStreams
        case .publicOnes: max(1, limits.eventStreams / 2)
        case .customers: max(1, limits.eventStreams / 4)
        case .readers: max(1, limits.eventStreams / 8)
        case .address: limits.eventStreamsPerAddress == 0 ? .max : limits.eventStreamsPerAddress
        case .token: limits.eventStreamsPerToken == 0 ? .max : limits.eventStreamsPerToken
        case .customer: limits.eventStreamsPerCustomer == 0 ? .max : limits.eventStreamsPerCustomer
        }
    }

    private func refusal(at key: Key) -> Problem {
        var problem =
            switch key {
            case .all, .publicOnes, .customers, .readers: Problem(.streamsExhausted)
            case .address: Problem(.rateLimited, detail: "At most \(limits.eventStreamsPerAddress) event streams per address.")
            case .token: Problem(.rateLimited, detail: "At most \(limits.eventStreamsPerToken) event streams per token.")
            case .customer: Problem(.rateLimited, detail: "At most \(limits.eventStreamsPerCustomer) event streams per customer.")
            }
        problem.headers[.retryAfter] = "5"
        return problem
    }

    private func close(_ keys: [Key]) {
        counts.withLock { counts in
            for key in keys {
                let left = counts[key, default: 1] - 1
                counts[key] = left > 0 ? left : nil
            }
        }
    }
}
