import CargoApplication
import CargoDomain
import CargoWire

@testable import CargoInfrastructure
@testable import RecordJournal

extension FuzzTarget {
    /// Parsers of request bodies and files.
    static let documents =
        [
            FuzzTarget("record", longest: 4096, bytes: RecordDecoderFuzz.run),
            FuzzTarget("json", longest: 1 << 20, separatedBy: [",", "", "\n"], bytes: JSONCodecFuzz.run),
            FuzzTarget("json-object", longest: 1 << 20, separatedBy: [","]) { bytes in
                ("{" + String(decoding: bytes, as: UTF8.self) + "}").utf8.withContiguousStorageIfAvailable {
                    JSONCodecFuzz.run(UnsafeRawBufferPointer($0))
                }
            },
            FuzzTarget("requests", longest: 1 << 20, separatedBy: [","], bytes: readRequests),
            FuzzTarget("archive", longest: 1 << 20, separatedBy: [",", "{"], bytes: readArchive),
            FuzzTarget("wire", longest: 1 << 20, separatedBy: [","], bytes: readWire),
            FuzzTarget("mount-table", longest: 1 << 18, separatedBy: ["\n", " "]) { text in
                _ = MountTable(text: text).isRemote(device: 2049)
            },
        ]
        + [("csv-locations", ImportColumns.locations), ("csv-voyages", .voyages), ("csv-handling-events", .handlingEvents)].map {
            name,
            columns in
            FuzzTarget(name, longest: 256 << 10, separatedBy: [",", "\n", "\"\""]) { bytes in
                checkRows(Array(bytes)) { ImportReader(csv: $0, columns) }
            }
        } + [
            FuzzTarget("csv-mapping", longest: 64 << 10, separatedBy: [",", ";", "\n"]) { bytes in
                // The first line is the mapping.
                let parts = Array(bytes).split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
                let text = String(decoding: parts.first ?? [], as: UTF8.self)
                let columns = ImportColumns.handlingEvents
                let input = parsed { () throws(DomainError) in try JSONParser.parse(text) }
                let mapping = input.flatMap { input in
                    parsed { () throws(MappingFailure) in
                        try ImportMapping(input, for: columns) { TimeZoneRules(tzif: Array($0.utf8)) ?? .utc }
                    }
                }
                guard let mapping else { return }
                checkRows(Array(parts.dropFirst().first ?? [])) { ImportReader(csv: $0, columns, mapping) }
            },
            FuzzTarget("vessel-schedules", longest: 256 << 10, separatedBy: [",", ":", "{"], bytes: readSchedules),
            FuzzTarget("time-zone", longest: TimeZoneRules.maximumSize) { bytes in
                guard let rules = TimeZoneRules(tzif: Array(bytes)) else { return }
                for local in stride(from: -86_400, through: 253_402_300_800, by: 2_345_678_901) {
                    guard let time = rules.time(ofLocal: local) else { continue }
                    precondition(time + rules.offset(at: time) == local, "another local time")
                }
            },
            FuzzTarget("json-lines", longest: 256 << 10, separatedBy: ["\n", ","]) { bytes in
                checkRows(Array(bytes)) { ImportReader(jsonLines: $0) }
            },
        ]

    /// Checks that what is read of an archive's line reads the same once it is written.
    private static func readArchive(_ bytes: UnsafeRawBufferPointer) {
        let cargo = parsed { () throws(DomainError) in try ArchiveLine.read(try JSONParser.parse(bytes, hugeIntegers: .kept)) }
        guard let cargo else { return }
        var writer = JSONWriter()
        ArchiveLine.write(cargo, to: &writer)
        let again = parsed { () throws(DomainError) in
            try ArchiveLine.read(try JSONParser.parse(String(decoding: writer.bytes.dropLast(), as: UTF8.self)))
        }
        precondition(again == cargo, "another cargo")
    }

    /// Checks that voyages have calls, and numbers of their own.
    private static func readSchedules(_ bytes: UnsafeRawBufferPointer) {
        guard let schedules = parsed({ () throws(DomainError) in try PublishedSchedules(Array(bytes)) }) else { return }
        precondition(schedules.voyages.allSatisfy { !$0.calls.isEmpty }, "a voyage without calls")
        precondition(Set(schedules.voyages.map(\.number)).count == schedules.voyages.count, "two voyages have one number")
        precondition(schedules.issues.count { $0.verdict == .rejected } == schedules.rejectedCount, "rejected otherwise than counted")
        // One call may end a voyage and begin the next.
        for calls in schedules.voyages.map(\.calls) {
            precondition(zip(calls, calls.dropFirst()).allSatisfy { $0 != $1 }, "one call twice in a row")
        }
    }

    // MARK: Rows

    /// Checks that the rows don't depend on how the bytes are split into pieces.
    private static func checkRows(_ bytes: [UInt8], _ reader: (ArrayByteSource) -> ImportReader<ArrayByteSource>) {
        guard bytes.count <= 4096 else { return read(reader(ArrayByteSource(bytes))) }
        let rows = rows(reader(ArrayByteSource(bytes)))
        for pieceSize in [1, 7] {
            precondition(Self.rows(reader(ArrayByteSource(bytes, pieceSize: pieceSize))) == rows, "other rows in pieces of \(pieceSize)")
        }
    }

    private static func read(_ reader: ImportReader<ArrayByteSource>) {
        var reader = reader
        _ = parsed { () throws(ImportReaderFailure) in while !(try reader.next(1000)).isEmpty {} }
    }

    private static func rows(_ reader: ImportReader<ArrayByteSource>) -> [String] {
        var reader = reader
        var rows: [String] = []
        do throws(ImportReaderFailure) {
            while true {
                let next = try reader.next(1000)
                if next.isEmpty { return rows }
                rows += next.map { "\($0.line) \($0.text) \($0.content)" }
            }
        } catch {
            return rows + ["\(error)"]
        }
    }

    // MARK: JSON

    private static func tree(_ bytes: UnsafeRawBufferPointer) -> Input? {
        parsed { () throws(DomainError) in try JSONParser.parse(bytes, hugeIntegers: .kept) }
    }

    /// Reads the request of every use case from one body.
    private static func readRequests(_ bytes: UnsafeRawBufferPointer) {
        guard let input = tree(bytes) else { return }
        func read<Request: WireRequest>(_ type: Request.Type) { _ = parsed { () throws(DomainError) in try Request(input) } }
        read(BookCargo.Request.self)
        read(SpecifyRoute.Request.self)
        read(AssignRoute.Request.self)
        read(ChangeDestination.Request.self)
        read(ChangeDeadline.Request.self)
        read(FindRoutes.Request.self)
        read(RegisterHandlingEvent.Request.self)
        read(RegisterVoyage.Request.self)
        read(RescheduleVoyage.Request.self)
        read(DescribeVoyage.Request.self)
        read(ReportPortCall.Request.self)
        read(RollOver.Request.self)
        read(SubstituteVoyage.Request.self)
        read(PlaceHold.Request.self)
        read(ReleaseHold.Request.self)
        read(SetPickUpDeadline.Request.self)
        read(RegisterLocation.Request.self)
        read(FindLocation.Request.self)
        read(FindVoyage.Request.self)
        read(ListCargos.Request.self)
        read(ListCargosForCustomer.Request.self)
        read(ListLocations.Request.self)
        read(ListVoyages.Request.self)
        read(ReadEvents.Request.self)
        read(ReadWorklist.Request.self)
        read(CargoFilter.self)
        read(CancelBooking.Request.self)
        read(ReinstateBooking.Request.self)
        read(RetractHandlingEvent.Request.self)
        read(AddReference.Request.self)
        read(RemoveReference.Request.self)
        read(FindByReference.Request.self)
        read(CargoRequest.self)
        read(CargoQueryPage.self)
    }

    /// Reads what `cargo-server` and `CargoRemote` send each other.
    ///
    /// Every value that can be read must have one spelling.
    private static func readWire(_ bytes: UnsafeRawBufferPointer) {
        guard let input = tree(bytes) else { return }
        check(input, CargoSave.self)
        check(input, VoyageSave.self)
        check(input, HandlingSave.self)
        check(input, DrawnTrackingId.self)
        check(input, FoundReservation.self)
        check(input, RecordList<Cargo>.self)
        check(input, RecordList<Voyage>.self)
        check(input, RecordList<Location>.self)
        check(input, RecordList<HandlingEvent>.self)
        check(input, RecordList<DomainEvent>.self)
        check(input, OutboxPartition.self)
        check(input, DomainEvent.self)
        readResponses(input)
    }

    /// Reads a response of each operation; a response that is written is read as what it was.
    private static func readResponses(_ input: Input) {
        same(input, TrackCargo.self) { $0.completed(naming: []).canonicalBytes }
        same(input, FindRoutes.self, \.canonicalBytes)
        same(input, RescheduleVoyage.self, \.canonicalBytes)
        same(input, ReportPortCall.self, \.canonicalBytes)
        same(input, RollOver.self, \.canonicalBytes)
        same(input, RegisterHandlingEvent.self, \.canonicalBytes)
        same(input, FindVoyage.self, \.canonicalBytes)
        same(input, AssignRoute.self, \.canonicalBytes)
        same(input, SummarizeWorklist.self) { WorklistSummary($0, $0.carrierEvents).canonicalBytes }
        _ = parsed { () throws(DomainError) in try ListCargos.endpoint.read(input) }
        _ = parsed { () throws(DomainError) in try ListVoyages.endpoint.read(input) }
        _ = parsed { () throws(DomainError) in try ListLocations.endpoint.read(input) }
        _ = parsed { () throws(DomainError) in try ReadEvents.endpoint.read(input) }
    }

    private static func same<Operation: SentOperation>(
        _ input: Input,
        _ operation: Operation.Type,
        _ write: (Operation.Response) -> [UInt8]
    ) {
        guard let response = parsed({ () throws(DomainError) in try Operation.endpoint.read(input) }) else { return }
        let spelling = write(response)
        let again = spelling.withUnsafeBytes { bytes in tree(bytes) }
            .flatMap { input in parsed { () throws(DomainError) in try Operation.endpoint.read(input) } }
        precondition(again.map(write) == spelling, "a response of \(operation) reads otherwise than it is written")
    }

    private static func check<Value: InputValue & CanonicallyEncodable>(_ input: Input, _ type: Value.Type) {
        guard let value = parsed({ () throws(DomainError) in try Value(checking: input) }) else { return }
        let spelling = value.canonicalBytes
        guard
            let again = parsed({ () throws(DomainError) in
                try Value(checking: try JSONParser.parse(value.canonicalText, hugeIntegers: .kept))
            })
        else { fatalError("\(type) is written but not read") }
        precondition(again.canonicalBytes == spelling, "\(type) has two spellings")
    }
}
