import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoServer

/// `cargo-server seal-secrets`: encrypts what the store holds of the secrets of subscriptions.
struct SealSecretsCommand: Runnable {
    static let configuration = CommandConfiguration(
        commandName: "seal-secrets",
        _superCommandName: "cargo-server",
        abstract: "Encrypt the secrets of all subscriptions with the newest key.",
        discussion: """
            Secrets in plain text, and those that an older key encrypted, are encrypted with the first key. Services and \
            relays can run meanwhile, if they have the new key, too. If this command is interrupted, run it again. It \
            lists the keys that the store's secrets still need; backups may need older ones.

            EXAMPLES
              cargo-server seal-secrets --secrets-keys-file /etc/cargo-kit/secret-keys
              cargo-server seal-secrets --plain
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var secrets: SecretKeyOptions
    @Flag(name: .customLong("plain"), help: "Store all secrets in plain text again, before you go back to a release without encryption.")
    var isPlain = false

    func run(in session: Session) async throws(CommandFailure) {
        let keys = try secrets.keys()
        guard let newest = keys.first else {
            throw .configuration(
                localized("No key for secrets is set."),
                hint: localized("Use --secrets-keys-file FILE or CARGO_SECRETS_KEYS; 'openssl rand -base64 32' makes a key.")
            )
        }
        // Only a store that outlives the command has secrets to seal.
        _ = try await session.outboxPartitions()
        guard let subscriptions = try await session.kit().store.subscriptions else { return }
        let report: SealSecrets.Report
        do throws(DomainError) {
            report = try await SealSecrets(subscriptions, keys: keys, clock: session.clock).execute(toPlainText: isPlain)
        } catch {
            throw CommandFailure(error)
        }
        Console.writeOutput(text(report, newest.id, keys))
        guard !report.faults.isEmpty else { return }
        for fault in report.faults.sorted(by: { $0.text < $1.text }) { session.console.tell(fault.text + "\n") }
        throw .partlyDone(
            localized("Some secrets stay as they are."),
            hint: localized(
                "Add the missing keys after the newest one, or replace the secrets of these subscriptions, and run the command again."
            )
        )
    }

    private func text(_ report: SealSecrets.Report, _ newest: String, _ keys: [SecretKey]) -> String {
        let (count, inventory) = (report.changed, report.inventory)
        var lines = [
            isPlain
                ? localized(count, one: "Decrypted one secret.", other: "Decrypted \(count.grouped) secrets.")
                : localized(
                    count,
                    one: "Encrypted one secret with the key \(newest).",
                    other: "Encrypted \(count.grouped) secrets with the key \(newest)."
                )
        ]
        for (id, count) in inventory.sealed.sorted(by: { $0.key < $1.key }) {
            lines.append(
                localized(count, one: "One secret needs the key \(id).", other: "\(count.grouped) secrets need the key \(id).")
            )
        }
        if inventory.plain > 0 {
            lines.append(
                localized(
                    inventory.plain,
                    one: "One secret is in plain text.",
                    other: "\(inventory.plain.grouped) secrets are in plain text."
                )
            )
        }
        let unused = keys.dropFirst(isPlain ? 0 : 1).map(\.id).filter { inventory.sealed[$0] == nil }
        if !unused.isEmpty { lines.append(localized("The store doesn't need these keys: \(unused.joined(separator: ", ")).")) }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension SecretFault {
    /// The fault in the current language, with its code.
    var text: String {
        switch self {
        case .keyMissing(let id): localized("The key \(id) isn't set, so secrets can't be decrypted (\(code)).")
        case .damaged(let subscription, let id):
            localized("\(subscription): the secret is damaged, or was encrypted with another key \(id) (\(code)).")
        }
    }
}
