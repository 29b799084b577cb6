extension JournalEngine {
    /// Reports why the journal in a directory can't be opened and fails with `corrupt_record`: a damaged manifest, or missing files that it
    /// names.
    ///
    /// Empty if neither is the cause. Checks nothing else and changes nothing.
    /// - Throws: `store_unavailable` or `store_schema_unsupported` if the manifest can't be examined.
    package static func obstacles(in path: String) throws(JournalError) -> [JournalFinding] {
        try StoreDirectory(path: path, fileSystem: POSIXFileSystem()).obstacles()
    }
}

extension StoreDirectory {
    /// Reports a damaged or missing manifest; otherwise every missing file that the manifest names.
    func obstacles() throws(JournalError) -> [JournalFinding] {
        let manifest: JournalManifest?
        do throws(JournalError) { manifest = try readManifest()?.manifest } catch {
            guard error.code == .corruptRecord else { throw error }
            return [JournalFinding(problem: .manifest, file: "MANIFEST.json", offset: nil, record: nil, detail: error.cause)]
        }
        guard let manifest else { return [] }
        var findings: [JournalFinding] = []
        for number in manifest.sealed.map(\.number) + [manifest.active] {
            do throws(SystemError) {
                if try fileSystem.status(ofPath: segmentPath(number)) != nil { continue }
            } catch { throw error.journalError }
            findings.append(
                JournalFinding(
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
