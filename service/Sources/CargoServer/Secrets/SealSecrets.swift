package import CargoApplication
package import CargoDomain

/// Encrypts all secrets of a store's subscriptions with the newest key, or returns them to plain text.
///
/// Services and relays may use the store meanwhile. Each subscription is a compare-and-set of its own, so an interrupted run is continued by
/// the next one.
package struct SealSecrets: Sendable {
    /// The outcome of a run.
    package struct Report: Sendable {
        /// The number of secrets that were stored in another form.
        package fileprivate(set) var changed = 0
        /// Why secrets stay as they are.
        package fileprivate(set) var faults: Set<SecretFault> = []
        /// What the store has at the end.
        package fileprivate(set) var inventory: SecretInventory
    }

    private let subscriptions: any SubscriptionRepository
    private let box: SecretBox
    private let clock: any DomainClock

    /// - Parameters:
    ///   - subscriptions: the store's subscriptions, with their secrets as they are stored.
    ///   - keys: the keys, newest first, at least one.
    ///   - clock: tells which secrets have expired; these are removed.
    package init(_ subscriptions: any SubscriptionRepository, keys: [SecretKey], clock: any DomainClock) {
        self.subscriptions = subscriptions
        box = SecretBox(keys)
        self.clock = clock
    }

    /// Stores every secret in its new form, and then counts what the store has.
    /// - Parameter isPlain: whether the secrets become plain text.
    /// - Throws: the store's errors; what was changed before stays.
    package func execute(toPlainText isPlain: Bool = false) async throws(DomainError) -> Report {
        var report = Report(inventory: SecretInventory([]))
        for subscription in try await subscriptions.all() where subscription.secrets.contains(where: { isOutdated($0, isPlain) }) {
            var changed = 0
            var faults: Set<SecretFault> = []
            let result = try await subscriptions.change(subscription.id) { stored in
                (changed, faults) = (0, [])
                let old = stored
                stored.dropExpiredSecrets(at: clock.now())
                stored = stored.mappingSecrets { secret in
                    guard isOutdated(secret, isPlain) else { return secret }
                    switch renewed(secret, of: stored.id, isPlain) {
                    case .success(let new):
                        changed += 1
                        return new
                    case .failure(let fault):
                        faults.insert(fault)
                        return secret
                    }
                }
                return stored != old
            }
            // It may have been removed meanwhile.
            guard result != nil else { continue }
            report.changed += changed
            report.faults.formUnion(faults)
        }
        report.inventory = SecretInventory(try await subscriptions.all())
        return report
    }

    private func isOutdated(_ secret: Subscription.Secret, _ isPlain: Bool) -> Bool {
        isPlain ? secret.sealed != nil : secret.sealed?.keyId != box.newest?.id
    }

    private func renewed(
        _ secret: Subscription.Secret,
        of id: SubscriptionId,
        _ isPlain: Bool
    ) -> Result<Subscription.Secret, SecretFault> {
        let opened = secret.sealed.map { box.open($0, of: id) } ?? secret.secret.map { .success($0) }
        guard let opened else { return .success(secret) }
        return opened.map { plain in
            guard !isPlain, let sealed = box.seal(plain, of: id) else { return Subscription.Secret(plain, expiresAt: secret.expiresAt) }
            return Subscription.Secret(sealed, expiresAt: secret.expiresAt)
        }
    }
}

/// How the secrets of a store's subscriptions are stored.
package struct SecretInventory: Hashable, Sendable {
    /// The number of secrets in plain text.
    package private(set) var plain = 0
    /// The number of encrypted secrets, by the id of their key.
    package private(set) var sealed: [String: Int] = [:]

    /// Counts secrets.
    package init(_ subscriptions: [Subscription]) {
        for secret in subscriptions.flatMap(\.secrets) {
            if let sealed = secret.sealed { self.sealed[sealed.keyId, default: 0] += 1 } else { plain += 1 }
        }
    }
}
