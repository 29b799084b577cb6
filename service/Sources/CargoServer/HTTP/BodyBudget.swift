import CargoApplication
import CargoDomain
import NIOCore
import Synchronization

/// Bounds the memory that the bodies of all requests take, from their first byte until their requests are answered.
///
/// Bodies of those who may change the store, of other tokens, of customers and of clients without a token have a pool each, so that none of them
/// can use up what the operator needs. One caller, customer or address gets at most a quarter of a pool. If a pool other than the operator's is
/// full, the body in it that has been arriving longest is given up and its connection closed: a carrier's body arrives within moments, and one
/// that is held back on purpose doesn't.
final class BodyBudget: Sendable {
    /// The holder of a body.
    enum Holder: Hashable, Sendable {
        /// A caller who may change cargos, reference data or records, by name.
        case staff(String)
        /// Another caller with a token, such as a carrier, by name.
        case partner(String)
        case customer(CustomerId)
        /// A client without a token.
        case address(AddressPrefix)

        init(_ caller: Caller, at address: AddressPrefix) {
            if caller.isAnonymous {
                self = .address(address)
            } else if let customer = caller.customer {
                self = .customer(customer)
            } else if [.operate, .maintain, .save].contains(where: caller.may) {
                self = .staff(caller.name)
            } else {
                self = .partner(caller.name)
            }
        }
    }

    private let ofStaff: Pool
    private let ofPartners: Pool
    private let ofCustomers: Pool
    private let ofOthers: Pool

    init(_ limits: ServerSettings.Limits) {
        ofStaff = Pool(limits.bodiesBytes, holdsOne: max(limits.bodyBytes, limits.batchBytes), replaces: false)
        ofPartners = Pool(limits.bodiesBytes / 4, holdsOne: limits.bodyBytes, replaces: true)
        ofCustomers = Pool(limits.bodiesBytes / 4, holdsOne: limits.bodyBytes, replaces: true)
        ofOthers = Pool(limits.anonymousBodiesBytes, holdsOne: limits.bodyBytes, replaces: true)
    }

    /// Begins a body, which takes nothing yet.
    /// - Parameter giveUp: closes the connection of a body that is still arriving.
    func begin(for holder: Holder, giveUp: @escaping @Sendable () -> Void) -> Share {
        switch holder {
        case .staff: Share(ofStaff, holder, giveUp)
        case .partner: Share(ofPartners, holder, giveUp)
        case .customer: Share(ofCustomers, holder, giveUp)
        case .address: Share(ofOthers, holder, giveUp)
        }
    }

    /// What one body takes, until nothing refers to it.
    final class Share: Sendable {
        private let pool: Pool
        private let number: Int

        fileprivate init(_ pool: Pool, _ holder: Holder, _ giveUp: @escaping @Sendable () -> Void) {
            self.pool = pool
            number = pool.begin(holder, giveUp)
        }

        deinit { pool.end(number) }

        /// Takes more bytes.
        ///
        /// Returns false, and takes nothing, if the pool or the holder's part of it is full, or if the body was given up.
        func take(_ bytes: Int) -> Bool { pool.take(bytes, number) }

        /// Notes that the whole body has arrived, so that it isn't given up any more.
        func hasArrived() { pool.hasArrived(number) }
    }

    fileprivate final class Pool: Sendable {
        private struct Body {
            let holder: Holder
            let giveUp: @Sendable () -> Void
            var bytes = 0
            var isArriving = true
        }

        private struct State {
            var taken = 0
            var byHolder: [Holder: Int] = [:]
            var bodies: [Int: Body] = [:]
            var last = 0
            /// The bodies in order of arrival, including some that have ended.
            var order = CircularBuffer<Int>()

            mutating func add(_ bytes: Int, to number: Int) {
                guard let holder = bodies[number]?.holder else { return }
                bodies[number]?.bytes += bytes
                taken += bytes
                let ofHolder = byHolder[holder, default: 0] + bytes
                byHolder[holder] = ofHolder > 0 ? ofHolder : nil
            }

            /// Removes a body and gives back what it took.
            mutating func remove(_ number: Int) -> Body? {
                guard let body = bodies[number] else { return nil }
                add(-body.bytes, to: number)
                bodies[number] = nil
                return body
            }

            /// Removes the body that has been arriving longest and takes something; nil if there is none apart from the given one.
            mutating func removeLongest(but number: Int) -> Body? {
                var kept: [Int] = []
                defer { for number in kept.reversed() { order.prepend(number) } }
                while let next = order.popFirst() {
                    guard let body = bodies[next], body.isArriving else { continue }
                    if next != number, body.bytes > 0 { return remove(next) }
                    kept.append(next)
                }
                return nil
            }
        }

        private let maximum: Int
        private let maximumPerHolder: Int
        private let replaces: Bool
        private let state = Mutex(State())

        /// - Parameters:
        ///   - maximum: the bytes that all bodies may take; more if one body may.
        ///   - holdsOne: the bytes that one body may have.
        ///   - replaces: whether a body that has been arriving longest is given up for a new one.
        init(_ maximum: Int, holdsOne: Int, replaces: Bool) {
            self.maximum = max(maximum, holdsOne)
            maximumPerHolder = max(maximum / 4, holdsOne)
            self.replaces = replaces
        }

        func begin(_ holder: Holder, _ giveUp: @escaping @Sendable () -> Void) -> Int {
            state.withLock { state in
                state.last += 1
                state.bodies[state.last] = Body(holder: holder, giveUp: giveUp)
                if replaces { state.order.append(state.last) }
                // Most bodies end before their turn comes.
                if state.order.count > 2 * state.bodies.count + 1024 {
                    state.order = CircularBuffer(state.order.filter { state.bodies[$0] != nil })
                }
                return state.last
            }
        }

        func end(_ number: Int) { state.withLock { _ = $0.remove(number) } }

        func hasArrived(_ number: Int) { state.withLock { $0.bodies[number]?.isArriving = false } }

        func take(_ bytes: Int, _ number: Int) -> Bool {
            let (isTaken, replaced) = state.withLock { state -> (Bool, [Body]) in
                guard let holder = state.bodies[number]?.holder, state.byHolder[holder, default: 0] + bytes <= maximumPerHolder else {
                    return (false, [])
                }
                var replaced: [Body] = []
                while state.taken + bytes > maximum {
                    guard replaces, let body = state.removeLongest(but: number) else { return (false, replaced) }
                    replaced.append(body)
                }
                state.add(bytes, to: number)
                return (true, replaced)
            }
            for body in replaced { body.giveUp() }
            return isTaken
        }
    }
}
