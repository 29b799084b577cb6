import CargoApplication
import CargoDomain
import CargoWire
import Configuration
import Foundation
import Synchronization

/// Reads the service's settings: first the flags, then `CARGO_…` environment variables, then a JSON file.
struct SettingsReader {
    private let reader: ConfigReader
    /// The roles of `oidc.roles` in the file, which may be an object there.
    private let fileRoles: [String: String]
    private let faults: SettingsFaults

    /// The URL of the store.
    let store: String
    /// The minimum level of log entries.
    let logLevel: String
    /// The format of the log, `text` or `json`.
    let logFormat: String
    /// The path of the file with the time zones of ports; nil if there is none.
    let timeZones: String?
    /// The path of the directory with the archives; nil if there is none.
    let archives: String?

    /// - Parameter store: the value of the flag `--store`; the provider of flags would split it at its commas.
    /// - Throws: the system's error if the file can't be read.
    init(arguments: [String], store: String?, environment: [String: String]?, file: String?) async throws {
        faults = SettingsFaults()
        let secrets: Set<String> = [
            "--access-tokens", "CARGO_ACCESS_TOKENS", "--access-carriers", "CARGO_ACCESS_CARRIERS", "--access-session-keys",
            "CARGO_ACCESS_SESSION_KEYS", "--oidc-client-secret", "CARGO_OIDC_CLIENT_SECRET", "--secrets-keys", "CARGO_SECRETS_KEYS",
        ]
        var fileRoles: [String: String] = [:]
        var providers: [any ConfigProvider] = [
            InMemoryProvider(values: store.map { ["store": .init(stringLiteral: $0)] } ?? [:]),
            CommandLineArgumentsProvider(arguments: arguments, secretsSpecifier: .specific(secrets)),
            Self.variables(environment, secrets).prefixKeys(with: "cargo"),
        ]
        if let file {
            let place = ConfigReader(provider: InMemoryProvider(values: ["filePath": .init(stringLiteral: file)]))
            providers.append(try await FileProvider<JSONSnapshot>(config: place))
            fileRoles = Self.roles(inFile: file)
        }
        self.fileRoles = fileRoles
        reader = ConfigReader(providers: providers, accessReporter: faults)
        self.store = reader.string(forKey: "store", default: "json:./cargo-data")
        logLevel = reader.string(forKey: "log.level", default: "info")
        logFormat = reader.string(forKey: "log.format", default: "text")
        timeZones = reader.string(forKey: "pages.timeZones").flatMap { $0.isEmpty ? nil : $0 }
        archives = reader.string(forKey: "archives").flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func variables(_ environment: [String: String]?, _ secrets: Set<String> = []) -> EnvironmentVariablesProvider {
        guard let environment else { return EnvironmentVariablesProvider(secretsSpecifier: .specific(secrets)) }
        return EnvironmentVariablesProvider(environmentVariables: environment, secretsSpecifier: .specific(secrets))
    }

    /// Reads an environment variable before a reader exists.
    static func variable(_ name: String, in environment: [String: String]?) -> String? {
        // A variable that isn't valid text counts as missing.
        try? variables(environment).environmentValue(forName: name)
    }

    /// All settings of the service.
    /// - Throws: `ServerSettingsError`.
    func settings() throws(ServerSettingsError) -> ServerSettings {
        var settings = ServerSettings()
        settings.host = reader.string(forKey: "host", default: settings.host)
        for setting in NumberSetting.all {
            settings[keyPath: setting.path] = try number(ConfigKey(setting.key), setting.standard, in: setting.range)
        }
        var access = settings.access
        access.tokens = try tokens()
        access.carriers = try carriers()
        access.allowsPublicTracking = reader.bool(forKey: "access.publicTracking", default: access.allowsPublicTracking)
        access.requiresTokens = reader.bool(forKey: "access.requireTokens", default: access.requiresTokens)
        access.requiresSecureCookies = reader.bool(forKey: "access.secureCookies", default: access.requiresSecureCookies)
        for text in reader.stringArray(forKey: "access.sessionKeys", isSecret: true, default: []) where !text.isEmpty {
            access.sessionKeys.append(try SessionKey(setting: text))
        }
        access.identity = try identity()
        for text in reader.stringArray(forKey: "access.limits", default: []) where !text.isEmpty { try access.tenants.add(setting: text) }
        settings.access = access
        settings.reportedConsumers = try consumers()
        let hosts = reader.stringArray(forKey: "subscriptions.allowedHosts", default: []).filter { !$0.isEmpty }
        settings.endpoints = EndpointPolicy(allowedHosts: Set(hosts))
        settings.secretKeys = try SecretKey.read(
            list: reader.stringArray(forKey: "secrets.keys", isSecret: true, default: []),
            file: text("secrets.keysFile")
        )
        if let fault = faults.first { throw .invalid(key: fault, reason: "the value has the wrong type") }
        try settings.check()
        return settings
    }

    private func number(_ key: ConfigKey, _ standard: Int, in range: ClosedRange<Int>) throws(ServerSettingsError) -> Int {
        let value = reader.int(forKey: key, default: standard)
        guard range.contains(value) else {
            throw .invalid(key: key.components.joined(separator: "."), reason: "expected \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    private func consumers() throws(ServerSettingsError) -> [ConsumerName] {
        var consumers: [ConsumerName] = []
        for text in reader.stringArray(forKey: "metrics.consumers", default: []) where !text.isEmpty {
            do throws(DomainError) {
                consumers.append(try ConsumerName(text))
            } catch {
                throw .invalid(key: "metrics.consumers", reason: "expected names of 1 to 40 characters a-z, 0-9 and -")
            }
        }
        return consumers
    }

    private func carriers() throws(ServerSettingsError) -> [CarrierKey] {
        var carriers: [CarrierKey] = []
        for text in reader.stringArray(forKey: "access.carriers", isSecret: true, default: []) where !text.isEmpty {
            carriers.append(try CarrierKey(setting: text))
        }
        return carriers
    }

    // MARK: The identity provider

    /// The settings of the identity provider; nil if none is set.
    private func identity() throws(ServerSettingsError) -> ServerSettings.Identity? {
        guard let issuer = text("oidc.issuer") else {
            for key in ["oidc.audience", "oidc.clientId", "oidc.address"] where text(key) != nil {
                throw .invalid(key: key, reason: "set oidc.issuer as well")
            }
            return nil
        }
        var identity = ServerSettings.Identity(issuer: issuer, audience: text("oidc.audience") ?? "", roles: try roles())
        identity.rolesClaim = text("oidc.rolesClaim") ?? identity.rolesClaim
        identity.customerClaim = text("oidc.customerClaim") ?? identity.customerClaim
        identity.nameClaim = text("oidc.nameClaim") ?? identity.nameClaim
        if let id = text("oidc.clientId") {
            var client = ServerSettings.Identity.Client(id: id, secret: text("oidc.clientSecret"), address: text("oidc.address") ?? "")
            client.sessionMinutes = try number("oidc.sessionMinutes", client.sessionMinutes, in: 1...10_080)
            identity.client = client
        }
        return identity
    }

    private func text(_ key: String) -> String? {
        reader.string(forKey: ConfigKey(key), isSecret: key == "oidc.clientSecret").flatMap { $0.isEmpty ? nil : $0 }
    }

    private func roles() throws(ServerSettingsError) -> [String: Role] {
        var pairs = fileRoles
        let listed = reader.stringArray(forKey: "oidc.roles", default: []).filter { !$0.isEmpty }
        if !listed.isEmpty { pairs = [:] }
        for text in listed {
            // A group may have an equals sign in its name; a role doesn't.
            guard let end = text.lastIndex(of: "=") else {
                throw .invalid(key: "oidc.roles", reason: "expected NAME=ROLE, such as freight-desk=clerk")
            }
            // safe: end is an index
            pairs[String(text[..<end])] = String(text[end...].dropFirst())
        }
        var roles: [String: Role] = [:]
        for (name, text) in pairs {
            guard let role = Role(rawValue: text) else {
                let known = Role.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid(key: "oidc.roles", reason: "unknown role \(text); roles: \(known)")
            }
            roles[name] = role
        }
        return roles
    }

    /// Reads an object, which the library's provider has no way to list.
    private static func roles(inFile path: String) -> [String: String] {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)), let file = Input(foreign: Array(bytes)),
            case .object(let members)? = file["oidc"]?["roles"]
        else { return [:] }
        return Dictionary(members.map { ($0.name, $0.value.asText ?? "") }) { first, _ in first }
    }

    private func tokens() throws(ServerSettingsError) -> [AccessToken] {
        var tokens: [AccessToken] = []
        for text in reader.stringArray(forKey: "access.tokens", isSecret: true, default: []) where !text.isEmpty {
            tokens.append(try AccessToken(setting: text))
        }
        return tokens
    }
}

/// Records settings that are present but can't be read: a default must not hide a mistyped value.
private final class SettingsFaults: AccessReporter {
    private let keys = Mutex<[String]>([])

    var first: String? { keys.withLock { $0.first } }

    func report(_ event: AccessEvent) {
        for result in event.providerResults {
            if case .failure = result.result { keys.withLock { $0.append(event.metadata.key.description) } }
        }
    }
}
