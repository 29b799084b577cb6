package import CargoApplication
package import CargoDomain
import Synchronization

/// The subscriptions of a store in which secrets are encrypted.
///
/// Saving encrypts secrets in plain text with the newest key; without a key, they stay as they are. Finding a subscription decrypts its
/// secrets. Lists leave them sealed: nothing is signed with a list, and a relay reads it several times a second.
package struct SealedSubscriptions: SubscriptionRepository {
    private let base: any SubscriptionRepository
    private let box: SecretBox
    private let faults: SecretFaultLog

    /// - Parameters:
    ///   - base: the store's subscriptions.
    ///   - keys: the keys, newest first.
    ///   - report: called once for each reason why secrets can't be decrypted.
    package init(
        _ base: any SubscriptionRepository,
        keys: [SecretKey],
        report: @escaping @Sendable (SecretFault) -> Void
    ) {
        self.base = base
        box = SecretBox(keys)
        faults = SecretFaultLog(report)
    }

    /// Returns a subscription, with its secrets decrypted as far as possible.
    package func find(_ id: SubscriptionId) async -> Result<Subscription?, DomainError> {
        await base.find(id).map { found in
            found?.mappingSecrets { stored in
                guard let sealed = stored.sealed else { return stored }
                switch box.open(sealed, of: id) {
                case .success(let secret): return Subscription.Secret(sealed, opened: secret, expiresAt: stored.expiresAt)
                case .failure(let fault):
                    faults.note(fault)
                    return stored
                }
            }
        }
    }

    /// Returns a page of subscriptions, with their secrets as they are stored.
    package func findPage(after id: SubscriptionId?, limit: Int) async -> Result<Page<Subscription, SubscriptionId>, DomainError> {
        await base.findPage(after: id, limit: limit)
    }

    /// Returns a page of an owner's subscriptions, with their secrets as they are stored.
    package func findPage(ownedBy owner: CustomerId?, after id: SubscriptionId?, limit: Int) async -> Result<
        Page<Subscription, SubscriptionId>, DomainError
    > {
        await base.findPage(ownedBy: owner, after: id, limit: limit)
    }

    /// Stores a subscription without any secret in plain text, if there is a key.
    package func save(_ subscription: Subscription) async -> Result<Bool, DomainError> { await base.save(box.sealed(subscription)) }

    /// Returns the progress of a subscription.
    package func progress(of id: SubscriptionId) async -> Result<SubscriptionProgress?, DomainError> { await base.progress(of: id) }

    /// Stores a subscription's progress.
    package func save(_ progress: SubscriptionProgress, of id: SubscriptionId) async -> Result<Bool, DomainError> {
        await base.save(progress, of: id)
    }
}

extension SecretBox {
    /// Returns a subscription as it is stored: secrets that are sealed already stay as they are.
    func sealed(_ subscription: Subscription) -> Subscription {
        subscription.mappingSecrets { secret in
            if let sealed = secret.sealed { return Subscription.Secret(sealed, expiresAt: secret.expiresAt) }
            guard let sealed = secret.secret.flatMap({ seal($0, of: subscription.id) }) else { return secret }
            return Subscription.Secret(sealed, expiresAt: secret.expiresAt)
        }
    }
}

/// Reports each fault once, so that a log has one line for a missing key, however many deliveries wait for it.
private final class SecretFaultLog: Sendable {
    private let known = Mutex<Set<SecretFault>>([])
    private let report: @Sendable (SecretFault) -> Void

    init(_ report: @escaping @Sendable (SecretFault) -> Void) { self.report = report }

    func note(_ fault: SecretFault) {
        if known.withLock({ $0.insert(fault).inserted }) { report(fault) }
    }
}

extension Repositories {
    /// Returns this store with its subscriptions' secrets encrypted.
    package func sealing(keys: [SecretKey], report: @escaping @Sendable (SecretFault) -> Void) -> Repositories {
        guard let subscriptions else { return self }
        return replacing(subscriptions: SealedSubscriptions(subscriptions, keys: keys, report: report))
    }
}
