import CargoApplication
import Foundation

/// A key that encrypts the secrets of subscriptions in the store.
public struct SecretKey: Hashable, Sendable, CustomStringConvertible {
    /// The id, which the store keeps beside each secret that the key encrypted: 1 to 40 characters a–z, 0–9 and `-`.
    public let id: String
    let bytes: [UInt8]

    private static let setting = "secrets.keys"
    /// The maximum size of a file of keys, in bytes.
    private static let maximumFile = 64 << 10

    /// Reads one entry of the setting `secrets.keys`: `ID:KEY`, with 32 bytes in Base64, as `openssl rand -base64 32` prints them.
    /// - Throws: `ServerSettingsError`; the message never contains any part of the key.
    public init(setting text: String) throws(ServerSettingsError) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, let id = parts.first, let key = parts.last, SealedSecret.isKeyId(id) else {
            throw .invalid(key: Self.setting, reason: "expected ID:KEY; an id has 1 to 40 characters a-z, 0-9 and -")
        }
        self.id = String(decoding: id, as: UTF8.self)
        guard let bytes = Base64.decode(key), bytes.count == 32, Set(bytes).count > 8 else {
            throw .invalid(
                key: Self.setting,
                reason: "the key \(self.id) isn't 32 random bytes in Base64; generate them with: openssl rand -base64 32"
            )
        }
        self.bytes = bytes
    }

    /// The id, and no part of the key, so no log can expose it.
    public var description: String { "secret key \(id)" }

    /// Reads the keys from a list or from a file, newest first.
    /// - Parameters:
    ///   - list: the entries of `secrets.keys`; empty ones don't count.
    ///   - file: the path of a file with an entry on each line (`secrets.keysFile`); nil for none.
    /// - Throws: `ServerSettingsError`; the message never contains any part of a key.
    package static func read(list: [String], file: String?) throws(ServerSettingsError) -> [SecretKey] {
        var entries = list
        if let file {
            guard entries.allSatisfy(\.isEmpty) else { throw .invalid(key: setting, reason: "set either secrets.keys or secrets.keysFile") }
            entries = try lines(of: file)
        }
        var keys: [SecretKey] = []
        for entry in entries where !entry.isEmpty {
            let key = try SecretKey(setting: entry)
            guard !keys.contains(where: { $0.id == key.id || $0.bytes == key.bytes }) else {
                throw .invalid(key: setting, reason: "the key \(key.id) is there twice, or has the id or the bytes of another one")
            }
            keys.append(key)
        }
        guard file == nil || !keys.isEmpty else { throw .invalid(key: setting + "File", reason: "the file has no key") }
        return keys
    }

    private static func lines(of path: String) throws(ServerSettingsError) -> [String] {
        let bytes: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            bytes = try file.read(upToCount: maximumFile + 1) ?? Data()
        } catch {
            throw .invalid(key: setting + "File", reason: "can't read \(path)")
        }
        guard bytes.count <= maximumFile else { throw .invalid(key: setting + "File", reason: "\(path) has more than 64 KiB") }
        return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map { String(decoding: $0, as: UTF8.self) }
    }
}
