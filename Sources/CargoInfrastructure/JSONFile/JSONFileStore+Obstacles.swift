public import CargoDomain

extension JSONFileStore {
    /// What keeps the store in a directory from being opened with `corrupt_record`: its manifest, or files that it names; empty where that is
    /// not it.
    ///
    /// Looks at nothing else, and changes nothing; `verify` of a store that is open looks at everything.
    /// - Returns: `store_unavailable`, `store_schema_unsupported` where nothing can be said.
    public static func obstacles(in path: String) async -> Result<[StoreFinding], DomainError> {
        await .awaiting { () throws(DomainError) in try StoreDirectory(path: path, fileSystem: POSIXFileSystem()).obstacles() }
    }
}

extension StoreDirectory {
    /// The manifest where it is damaged or lost, or else the files that it names and that are missing.
    func obstacles() throws(DomainError) -> [StoreFinding] {
        let manifest: JournalManifest?
        do throws(DomainError) { manifest = try readManifest()?.manifest } catch {
            guard error.code == .corruptRecord else { throw error }
            return [StoreFinding(problem: .manifest, file: "MANIFEST.json", offset: nil, record: nil, detail: error.cause ?? "")]
        }
        guard let manifest else { return [] }
        var findings: [StoreFinding] = []
        for number in manifest.sealed.map(\.number) + [manifest.active] {
            do throws(SystemError) {
                if try fileSystem.status(ofPath: segmentPath(number)) != nil { continue }
            } catch { throw error.domainError }
            findings.append(
                StoreFinding(
                    problem: .manifest,
                    file: JournalManifest.segmentName(number),
                    offset: nil,
                    record: nil,
                    detail: "the file is missing, though the manifest names it"
                )
            )
        }
        return findings
    }
}
