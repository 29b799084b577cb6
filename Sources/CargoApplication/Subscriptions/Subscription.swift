public import CargoDomain

/// A subscription to domain events: an endpoint to send them to, and which ones.
///
/// It receives the events that were stored after it was created: as CloudEvents, or in the format of DCSA Track and Trace 2.2.
public struct Subscription: Hashable, Sendable {
    /// Whether events are sent.
    public enum State: Hashable, Sendable {
        /// Events are sent.
        case active
        /// No events are sent; they are kept until it is resumed.
        case paused(reason: PauseReason)
        /// It is gone, and only its id is kept, until `TrimStore` forgets it.
        case removed
    }

    /// A secret that requests are signed with.
    public struct Secret: Hashable, Sendable {
        /// The secret; nil if it is sealed and wasn't opened.
        public let secret: WebhookSecret?
        /// What a store keeps in its place; nil for a secret in plain text.
        public let sealed: SealedSecret?
        /// From when on it isn't used any more; nil for the newest one.
        public let expiresAt: Instant?

        /// Creates a secret in plain text.
        public init(_ secret: WebhookSecret, expiresAt: Instant? = nil) { self.init(secret, nil, expiresAt) }

        /// Creates a sealed secret.
        /// - Parameters:
        ///   - sealed: what a store keeps.
        ///   - secret: the secret; nil if it wasn't opened.
        ///   - expiresAt: from when on it isn't used any more; nil for the newest one.
        public init(_ sealed: SealedSecret, opened secret: WebhookSecret? = nil, expiresAt: Instant? = nil) {
            self.init(secret, sealed, expiresAt)
        }

        private init(_ secret: WebhookSecret?, _ sealed: SealedSecret?, _ expiresAt: Instant?) {
            self.secret = secret
            self.sealed = sealed
            self.expiresAt = expiresAt
        }

        /// Returns this secret with an end.
        fileprivate func expiring(at end: Instant) -> Secret { Secret(secret, sealed, end) }
    }

    /// The maximum number of resends that wait at once.
    public static let maximumResends = 100
    /// The maximum number of secrets that sign at once.
    public static let maximumSecrets = 4

    /// The id.
    public let id: SubscriptionId
    /// The stored version; 0 if none is stored.
    public let version: Int64
    /// The customer whom it belongs to, who sees only events of their own cargos; nil if it belongs to the operator.
    public let owner: CustomerId?
    /// The name of the caller who created it.
    public let createdBy: String
    /// When it was created.
    public let createdAt: Instant
    /// The sequence number of the last event before it was created.
    public let startsAfter: Int64
    /// Where events are sent.
    public private(set) var endpoint: EndpointURL
    /// Which events are sent as CloudEvents; lets every event pass if `dcsaFilter` is set.
    public private(set) var filter: SubscriptionFilter
    /// Which DCSA events are sent to a subscription in the format of DCSA Track and Trace 2.2; nil if CloudEvents are sent.
    public private(set) var dcsaFilter: DCSAEventFilter?
    /// The secrets, newest first; empty once it is removed.
    public private(set) var secrets: [Secret]
    /// Whether events are sent.
    public private(set) var state: State
    /// The time since which the state holds.
    public private(set) var since: Instant
    /// The sequence numbers of events to send again, in the order of the requests.
    public private(set) var resends: [Int64]

    /// Creates an active subscription that isn't stored yet.
    public init(
        id: SubscriptionId = .random(),
        owner: CustomerId? = nil,
        createdBy: String,
        createdAt: Instant,
        startsAfter: Int64,
        endpoint: EndpointURL,
        filter: SubscriptionFilter = SubscriptionFilter(),
        dcsaFilter: DCSAEventFilter? = nil,
        secret: WebhookSecret = .random()
    ) {
        self.id = id
        version = 0
        self.owner = owner
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.startsAfter = startsAfter
        self.endpoint = endpoint
        self.filter = filter
        self.dcsaFilter = dcsaFilter
        secrets = [Secret(secret)]
        state = .active
        since = createdAt
        resends = []
    }

    /// Reconstitutes a stored subscription.
    /// - Throws: `shape_invalid`.
    public init(
        id: SubscriptionId,
        version: Int64,
        owner: CustomerId?,
        createdBy: String,
        createdAt: Instant,
        startsAfter: Int64,
        endpoint: EndpointURL,
        filter: SubscriptionFilter,
        dcsaFilter: DCSAEventFilter? = nil,
        secrets: [Secret],
        state: State,
        since: Instant,
        resends: [Int64]
    ) throws(DomainError) {
        guard startsAfter >= 0 else { throw .shapeInvalid(path: "startsAfter") }
        guard (state == .removed) == secrets.isEmpty, secrets.dropFirst().allSatisfy({ $0.expiresAt != nil }),
            secrets.count <= Self.maximumSecrets
        else { throw .shapeInvalid(path: "secrets") }
        guard resends.count <= Self.maximumResends, resends.allSatisfy({ $0 >= 1 }) else { throw .shapeInvalid(path: "resends") }
        self.id = id
        self.version = version
        self.owner = owner
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.startsAfter = startsAfter
        self.endpoint = endpoint
        self.filter = filter
        self.dcsaFilter = dcsaFilter
        self.secrets = secrets
        self.state = state
        self.since = since
        self.resends = resends
    }

    /// Returns the subscription as stored in this version.
    public func stored(as version: Int64) -> Subscription { Subscription(self, version: version) }

    private init(_ other: Subscription, version: Int64) {
        id = other.id
        self.version = version
        owner = other.owner
        createdBy = other.createdBy
        createdAt = other.createdAt
        startsAfter = other.startsAfter
        endpoint = other.endpoint
        filter = other.filter
        dcsaFilter = other.dcsaFilter
        secrets = other.secrets
        state = other.state
        since = other.since
        resends = other.resends
    }

    // MARK: Changes

    /// Stops sending events; a subscription that isn't active stays as it is.
    public mutating func pause(reason: PauseReason, at now: Instant) {
        guard state == .active else { return }
        enter(.paused(reason: reason), at: now)
    }

    /// Sends events again; a subscription that isn't paused stays as it is.
    public mutating func resume(at now: Instant) {
        guard case .paused = state else { return }
        enter(.active, at: now)
    }

    /// Each state begins later than the one before, even if the clock stands still, so that a relay notices every change.
    private mutating func enter(_ next: State, at now: Instant) { (state, since) = (next, max(now, since.later(.milliseconds(1)))) }

    /// Signs with a new secret from now on, and with the present ones until the overlap ends.
    ///
    /// A callback in the format of DCSA has one signature, so such a subscription has no overlap.
    public mutating func rotateSecret(to secret: WebhookSecret, overlap: Duration, at now: Instant) {
        guard state != .removed else { return }
        let end = dcsaFilter == nil ? now.later(overlap) : now
        let old = secrets.compactMap { old -> Secret? in
            let until = min(old.expiresAt ?? end, end)
            return until > now ? old.expiring(at: until) : nil
        }
        secrets = [Secret(secret)] + old.prefix(Self.maximumSecrets - 1)
    }

    /// Replaces the endpoint and the filter of a subscription to CloudEvents.
    public mutating func change(endpoint: EndpointURL, filter: SubscriptionFilter) {
        guard state != .removed, dcsaFilter == nil else { return }
        (self.endpoint, self.filter) = (endpoint, filter)
    }

    /// Replaces the endpoint and the filter of a subscription in the format of DCSA.
    public mutating func change(endpoint: EndpointURL, dcsaFilter: DCSAEventFilter) {
        guard state != .removed, self.dcsaFilter != nil else { return }
        (self.endpoint, self.dcsaFilter) = (endpoint, dcsaFilter)
    }

    /// Forgets the secrets, the endpoint's path and everything that waits.
    public mutating func remove(at now: Instant) {
        (state, since, secrets, resends) = (.removed, now, [], [])
        (endpoint, filter) = (endpoint.withoutPath, SubscriptionFilter())
        dcsaFilter = dcsaFilter.map { _ in DCSAEventFilter() }
    }

    /// The references that its filter names.
    var filteredReferences: [CargoReference] { (filter.reference.map { [$0] } ?? []) + (dcsaFilter?.references ?? []) }

    /// Erases references, and a customer if there is one, from the filter of a subscription that isn't theirs (REP-11).
    /// - Returns: whether the filter named any of them.
    mutating func eraseFromFilter(_ customer: CustomerId?, as pseudonym: CustomerId, _ references: Set<CargoReference>) -> Bool {
        let old = (filter, dcsaFilter)
        filter = filter.erasing(customer, as: pseudonym, references)
        dcsaFilter = dcsaFilter?.erasing(references)
        return (filter, dcsaFilter) != old
    }

    /// Returns whether it was removed at least some whole days ago.
    package func isRemoved(for days: Int64, at now: Instant) -> Bool {
        state == .removed && now.wholeDays(since: since).map { $0 >= days } ?? false
    }

    /// Asks for an event to be sent again.
    /// - Returns: false if too many resends wait already.
    public mutating func requestResend(of sequence: Int64) -> Bool {
        if resends.contains(sequence) { return true }
        guard resends.count < Self.maximumResends else { return false }
        resends.append(sequence)
        return true
    }

    /// Removes requests for resends that have been met.
    mutating func removeResends(_ sequences: [Int64]) { resends.removeAll(where: sequences.contains) }

    /// The newest secret as text for its two holders; nil if it is sealed, or once the subscription is removed.
    ///
    /// DCSA writes a secret as Base64, Standard Webhooks with `whsec_` before it.
    public var revealedSecret: String? {
        secrets.first?.secret.map { dcsaFilter == nil ? $0.revealed : Base64.encode($0.bytes) }
    }

    /// Returns the secrets to sign with at this time, newest first; none if the newest one is sealed.
    ///
    /// An older one that is sealed is left out.
    public func validSecrets(at now: Instant) -> [WebhookSecret] {
        canSign ? secrets.filter { $0.isValid(at: now) }.compactMap(\.secret) : []
    }

    /// Whether the newest secret is known, without which nothing may be sent.
    var canSign: Bool { secrets.first?.secret != nil }

    /// Whether a store keeps any of the secrets sealed.
    package var hasSealedSecrets: Bool { secrets.contains { $0.sealed != nil } }

    /// Returns the subscription with each secret in another form.
    package func mappingSecrets(_ form: (Secret) -> Secret) -> Subscription {
        var subscription = self
        subscription.secrets = secrets.map(form)
        return subscription
    }

    /// Forgets the secrets that aren't used any more.
    package mutating func dropExpiredSecrets(at now: Instant) { secrets.removeAll { !$0.isValid(at: now) } }
}

extension Subscription.Secret {
    /// Whether requests are signed with it at this time.
    fileprivate func isValid(at now: Instant) -> Bool { expiresAt.map { now < $0 } ?? true }
}
