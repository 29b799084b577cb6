#if Server
import CargoDomain
import CargoLocalization
import Hummingbird
import NIOCore

/// Lets each customer read one list at a time, and only so many customers at once, so that no customer's lists keep a processor from others.
///
/// A filter that no index answers reads all of a customer's cargos. Customers who wait take turns.
actor CustomerTurns {
    /// The maximum number of lists of a customer that wait.
    static let mostWaiting = 64

    private var free: Int
    private var running: Set<CustomerId> = []
    private var waiting: [CustomerId: CircularBuffer<CheckedContinuation<Void, Never>>] = [:]
    /// The customers who wait, the next one first.
    private var order = CircularBuffer<CustomerId>()

    /// - Parameter most: how many customers' lists are read at once; one less than there are processors if absent.
    init(most: Int = max(1, System.coreCount - 1)) { free = most }

    /// Reads a list once it is the caller's turn; at once for callers who aren't customers.
    /// - Throws: `rate_limited` if too many lists of the customer wait; the error of `read`.
    nonisolated func run<Value: Sendable>(_ caller: Caller, _ read: () async throws(Problem) -> Value) async throws(Problem) -> Value {
        guard let customer = caller.customer else { return try await read() }
        guard await begin(customer) else {
            throw Problem(.rateLimited, detail: "Too many lists of this customer are being read.", headers: [.retryAfter: "1"])
        }
        let result: Result<Value, Problem>
        do throws(Problem) { result = .success(try await read()) } catch { result = .failure(error) }
        await end(customer)
        return try result.get()
    }

    /// How many lists of a caller wait.
    func waiting(of caller: Caller) -> Int { caller.customer.flatMap { waiting[$0]?.count } ?? 0 }

    private func begin(_ customer: CustomerId) async -> Bool {
        if free > 0, !running.contains(customer) {
            free -= 1
            running.insert(customer)
            return true
        }
        let count = waiting[customer, default: []].count
        guard count < Self.mostWaiting else { return false }
        await withCheckedContinuation { continuation in
            if count == 0 { order.append(customer) }
            waiting[customer, default: []].append(continuation)
        }
        return true
    }

    private func end(_ customer: CustomerId) {
        free += 1
        running.remove(customer)
        while free > 0, let place = order.firstIndex(where: { !running.contains($0) }) {
            // safe: place is an index of the same list
            let next = order.remove(at: place)
            guard let continuation = waiting[next]?.popFirst() else { continue }
            if waiting[next]?.isEmpty == true { waiting[next] = nil } else { order.append(next) }
            free -= 1
            running.insert(next)
            continuation.resume()
        }
    }
}
#endif
