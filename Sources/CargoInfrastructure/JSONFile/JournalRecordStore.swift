import CargoDomain
import RecordJournal

/// A journal as a record store: passes kinds and writes to it, and reports its failures as errors of the kit.
struct JournalRecordStore: RecordStore {
    let journal: JournalEngine

    /// Opens the journal in a directory.
    static func open(_ path: String, kinds: [RecordKind], options: JournalOptions) async throws(DomainError) -> JournalRecordStore {
        do throws(JournalError) {
            return JournalRecordStore(journal: try await .open(path, kinds: kinds.map(\.inJournal), options: options))
        } catch { throw error.domainError }
    }

    /// Opens the journal like `open`, but blocks the calling thread.
    static func openBlocking(_ path: String, kinds: [RecordKind], options: JournalOptions) throws(DomainError) -> JournalRecordStore {
        do throws(JournalError) {
            return JournalRecordStore(journal: try .openBlocking(path, kinds: kinds.map(\.inJournal), options: options))
        } catch { throw error.domainError }
    }

    func commit(_ writes: [RecordWrite]) async -> CommitOutcome {
        CommitOutcome(await journal.commit(writes.map(JournalWrite.init)))
    }

    /// Commits like `commit`, but blocks the calling thread.
    func commitBlocking(_ writes: [RecordWrite]) -> CommitOutcome { CommitOutcome(journal.commitBlocking(writes.map(JournalWrite.init))) }

    func read(_ kind: RecordKind, _ id: String) async throws(DomainError) -> JournalRecord? {
        do throws(JournalError) { return try await journal.read(kind.inJournal, id)?.unlessForgotten(kind) } catch {
            throw error.domainError
        }
    }

    func cargoAtOnce(_ id: String) -> Cargo? {
        var cargo: Cargo?
        return journal.readAtOnce(Self.cargoKind, id) { cargo = $0.soundCargo() } ? cargo : nil
    }

    private static let cargoKind = RecordKind.cargo.inJournal

    /// Reads like `read`, but on the calling thread.
    func readBlocking(_ kind: RecordKind, _ id: String) throws(DomainError) -> JournalRecord? {
        do throws(JournalError) { return try journal.readBlocking(kind.inJournal, id)?.unlessForgotten(kind) } catch {
            throw error.domainError
        }
    }

    func read(_ kind: RecordKind, _ ids: [String]) async throws(DomainError) -> [Result<JournalRecord?, DomainError>] {
        do throws(JournalError) {
            return try await journal.read(kind.inJournal, ids).map { $0.map { $0?.unlessForgotten(kind) }.mapError(\.domainError) }
        } catch { throw error.domainError }
    }

    func versions(_ ids: [(kind: RecordKind, id: String)]) async throws(DomainError) -> [Int64] {
        do throws(JournalError) {
            return try await journal.versions(ids.map { ($0.kind.inJournal, $0.id) })
        } catch { throw error.domainError }
    }

    func versionsWithoutWaiting(_ ids: [(kind: RecordKind, id: String)]) -> [Int64]? {
        journal.versionsWithoutWaiting(ids.map { ($0.kind.inJournal, $0.id) })
    }

    func links(_ kind: RecordKind, _ id: String) async throws(DomainError) -> (records: [JournalRecord], count: Int64) {
        do throws(JournalError) { return try await journal.links(kind.inJournal, id) } catch { throw error.domainError }
    }

    func ids(_ kind: RecordKind, after id: String?, limit: Int) async throws(DomainError) -> [String] {
        do throws(JournalError) { return try await journal.ids(kind.inJournal, after: id, limit: limit) } catch { throw error.domainError }
    }

    func ids(_ kind: RecordKind, customer: String) async throws(DomainError) -> [String] {
        do throws(JournalError) { return try await journal.ids(kind.inJournal, customer: customer) } catch { throw error.domainError }
    }

    func ids(having keys: [CargoKey], after id: String?, limit: Int) async throws(DomainError) -> [String] {
        do throws(JournalError) {
            return try await journal.ids(RecordKind.cargo.inJournal, having: keys.map(JournalKey.init), after: id, limit: limit)
        } catch { throw error.domainError }
    }

    func ids(
        _ kind: RecordKind,
        in status: String,
        after id: String?,
        before end: String?,
        limit: Int
    ) async throws(DomainError) -> [String] {
        do throws(JournalError) {
            let ids = try await journal.ids(kind.inJournal, having: [.key(status, of: .needs)], after: id, limit: limit)
            // Ids are ASCII, whose order is that of strings.
            return end.map { end in ids.filter { $0 < end } } ?? ids
        } catch { throw error.domainError }
    }

    func changes(_ kind: RecordKind, after position: Int64) async throws(DomainError) -> (ids: [String], position: Int64) {
        do throws(JournalError) { return try await journal.changes(kind.inJournal, after: position) } catch { throw error.domainError }
    }

    func firstSequence() async throws(DomainError) -> Int64 {
        do throws(JournalError) { return try await journal.firstSequence() } catch { throw error.domainError }
    }

    func trim(eventsUpTo sequence: Int64) async throws(DomainError) {
        _ = try await compact(JournalTrimming(events: sequence, dropsRemoved: true))
        guard try await firstSequence() > sequence else {
            throw .technical(
                .storeUnavailable,
                cause: "the events of a JSON-file store can't begin at \(sequence + 1) before it has had any"
            )
        }
    }

    func rewrite(_ rewriting: RecordRewriting) async throws(DomainError) -> Int {
        var trimming = JournalTrimming(events: 0, dropsRemoved: true)
        trimming.rewriting = { fields in rewriting.content(replacing: fields) }
        trimming.deletesOldFiles = true
        trimming.deletesQuarantine = true
        var total = 0
        while true {
            // What is saved meanwhile is seen the next time.
            let rewritten = try await compact(trimming)
            total += rewritten
            if rewritten == 0 { return total }
        }
    }

    /// Compacts, and returns how many records were rewritten.
    /// - Throws: `store_locked` if another process is compacting.
    private func compact(_ trimming: JournalTrimming) async throws(DomainError) -> Int {
        do throws(JournalError) {
            if let summary = try await journal.compact(trimming) { return summary.rewrittenRecords }
            guard try await journal.statistics().exists else { return 0 }
        } catch { throw error.domainError }
        throw .technical(.storeLocked, cause: "another process is compacting the store")
    }

    func removedIds(after id: String?, limit: Int) async throws(DomainError) -> [String] {
        do throws(JournalError) { return try await journal.ids(Self.cargoKind, after: id, limit: limit, areRemoved: true) } catch {
            throw error.domainError
        }
    }

    func entries(after sequence: Int64, limit: Int) async throws(DomainError) -> [RecordedEntry] {
        do throws(JournalError) {
            return try await journal.entries(after: sequence, limit: limit).map { entry in
                RecordedEntry(sequence: entry.sequence, bytes: entry.bytes.mapError(\.domainError))
            }
        } catch { throw error.domainError }
    }
}

extension RecordRewriting {
    /// Returns the content to put in place of a record's; nil to leave it.
    fileprivate func content(replacing fields: RecordFields) -> JournalContent? {
        guard let kind = RecordKind.all.first(where: { fields.kind.elementsEqual($0.name.utf8) }),
            cargos.contains(String(decoding: fields.id, as: UTF8.self))
        else { return nil }
        let record = fields.record()
        var content = JournalContent(of: record)
        var isChanged = false
        if fields.schema > 0, !record.isRemoved, let document = document(kind, record.schema, content.document) {
            (content.document, isChanged) = (document, true)
        }
        for place in content.events.indices {
            guard let event = event(content.events[place]) else { continue }
            (content.events[place], isChanged) = (event, true)
        }
        return isChanged ? content : nil
    }
}

extension JournalRecord: AggregateRecord {
    /// The record, unless it says that an id was removed whose kind forgets that.
    fileprivate func unlessForgotten(_ kind: RecordKind) -> JournalRecord? { isRemoved && !kind.remembersRemoved ? nil : self }

    package func has(_ keys: CargoKeys) -> Bool {
        schema < CargoKeys.oldestSchema
            ? self.keys == RecordKeys() : self.keys == RecordKeys(keys) || self.keys == RecordKeys(keys, namesPlace: false)
    }

    package func has(status: String) -> Bool { keys == RecordKeys(status: status) }
}

extension JournalKey {
    fileprivate init(_ key: CargoKey) {
        self =
            switch key {
            case .customer(let customer): .customer(customer.text)
            case .voyage(let voyage): .key(voyage.text, of: .voyages)
            case .place(let place): .key(place.text, of: .places)
            case .need(let need): .key(need.rawValue, of: .needs)
            case .collected(let time): .due(before: time?.epochMilliseconds ?? .max)
            case .reference(let reference): .key(reference.key, of: .references)
            }
    }
}

extension RecordKeys {
    /// - Parameter namesPlace: whether the record says where the cargo lies; false for the first records of schema 2.
    init(_ keys: CargoKeys, namesPlace: Bool = true) {
        self.init(
            [
                (.voyages, keys.voyages.isEmpty ? nil : keys.voyages.map(\.text)),
                (.needs, keys.needs.isEmpty ? nil : keys.needs.map(\.rawValue)),
                (.places, namesPlace ? keys.place.map { [$0.text] } ?? [] : nil),
                (.references, keys.references.isEmpty ? nil : keys.references),
            ],
            due: keys.overdueFrom?.epochMilliseconds
        )
    }

    /// - Parameter status: the status of a record that is found by it alone.
    init(status: String) { self.init([(.needs, [status])], due: nil) }
}

extension KeyFamily {
    /// The voyages of a cargo's legs.
    static let voyages = KeyFamily("vo", .lists, namedSince: 2)
    /// What a cargo needs; the status of a carrier's event.
    static let needs = KeyFamily("ne", .column, namedSince: 2)
    /// Where a cargo lies; an empty list if it isn't in a port.
    static let places = KeyFamily("at", .column, namedSince: .max)
    /// The references of a cargo; records of older schemas have none.
    static let references = KeyFamily("re", .lists, namedSince: 0)
}

extension RecordKind {
    /// The kind as the journal knows it.
    var inJournal: JournalKind { Self.known.first { $0.name == name } ?? JournalKind(self) }

    /// The kinds of this kit, made once, because each record has its kind.
    private static let known = all.map(JournalKind.init)
}

extension JournalKind {
    fileprivate init(_ kind: RecordKind) {
        self.init(
            kind.name,
            schema: kind.schema,
            history: kind.history == .all ? .all : .latest,
            keepsChanges: kind.keepsChanges,
            remembersRemoved: kind.remembersRemoved,
            keys: kind == .cargo ? [.voyages, .needs, .places, .references] : kind == .carrierEvent ? [.needs] : [],
            // Cargos in a port, among them those that are to be collected there.
            due: kind == .cargo ? .places : nil
        )
    }
}

extension JournalWrite {
    fileprivate init(_ write: RecordWrite) {
        self.init(
            kind: write.kind.inJournal,
            id: write.id,
            expectedVersion: write.expectedVersion,
            customer: write.customer,
            document: write.document,
            events: write.events
        )
        schema = write.schema
        if let keys = write.keys { self.keys = RecordKeys(keys) }
        if let status = write.status { keys = RecordKeys(status: status) }
    }
}

extension CommitOutcome {
    fileprivate init(_ outcome: JournalOutcome) {
        self =
            switch outcome {
            case .committed: .committed
            case .conflict(let write, let actual): .conflict(write: write, actual: actual)
            case .failed(let error): .failed(error.domainError)
            }
    }
}

extension JournalError {
    /// The error with the same code as callers of the kit see it.
    var domainError: DomainError {
        switch code {
        case .corruptRecord: .corruptRecord(rule: (part ?? .journal).rawValue, id: id, cause: cause)
        case .storeUnavailable: .technical(.storeUnavailable, cause: cause)
        case .storeFull: .technical(.storeFull, cause: cause)
        case .storeLocked: .technical(.storeLocked, cause: cause)
        case .storeOutcomeUnknown: .technical(.storeOutcomeUnknown, cause: cause)
        case .storeSchemaUnsupported: .technical(.storeSchemaUnsupported, cause: cause)
        }
    }
}
