package import CargoWire

extension StoreFinding: WireObject {
    /// `{"advice","detail","file","offset"?,"problem","record"?}`.
    package static let form = ObjectForm<StoreFinding>(
        "StoreFinding",
        .member("advice", \.advice),
        .member("detail", \.detail),
        .member("file", \.file),
        .optional("offset", \.offset),
        .member("problem", \.problem.rawValue),
        .optional("record", \.record)
    )
}

extension StoreStatistics: WireObject {
    /// `{"aggregates","byteCount","damage","eventCount","exists","generation","liveBytes","path","recordCount","segments","tornBytes"}`.
    package static let form = ObjectForm<StoreStatistics>(
        "StoreStatistics",
        .member("aggregates", \.aggregates),
        .member("byteCount", \.byteCount),
        .member("damage", \.damage),
        .member("eventCount", \.eventCount),
        .member("exists", \.exists),
        .member("generation", \.generation),
        .member("liveBytes", \.liveBytes),
        .member("path", \.path),
        .member("recordCount", \.recordCount),
        .member("segments", \.segments),
        .member("tornBytes", \.tornBytes)
    )

    /// The length of all segments together.
    package var byteCount: Int { segments.reduce(0) { $0 + $1.length } }
}

extension StoreStatistics.Aggregates: WireObject {
    /// `{"count","kind"}`.
    package static let form = ObjectForm<StoreStatistics.Aggregates>(nil, .member("count", \.count), .member("kind", \.kind))
}

extension StoreStatistics.Segment: WireObject {
    /// `{"isSealed","length","name"}`.
    package static let form = ObjectForm<StoreStatistics.Segment>(
        nil,
        .member("isSealed", \.isSealed),
        .member("length", \.length),
        .member("name", \.name)
    )
}

extension RepairReport: WireObject {
    /// `{"lost","removals","restored"}`.
    package static let form = ObjectForm<RepairReport>(
        "RepairReport",
        .member("lost", \.lost),
        .member("removals", \.removals),
        .member("restored", \.restored)
    )
}

extension RepairReport.Removal: WireObject {
    /// `{"file","length","offset","quarantineFile","record"?}`.
    package static let form = ObjectForm<RepairReport.Removal>(
        nil,
        .member("file", \.file),
        .member("length", \.length),
        .member("offset", \.offset),
        .member("quarantineFile", \.quarantineFile),
        .optional("record", \.record)
    )
}

extension CompactionReport: WireObject {
    /// `{"bytesAfter","bytesBefore","removedFiles","segmentsAfter","segmentsBefore"}`.
    package static let form = ObjectForm<CompactionReport>(
        "CompactionReport",
        .member("bytesAfter", \.bytesAfter),
        .member("bytesBefore", \.bytesBefore),
        .member("removedFiles", \.removedFiles),
        .member("segmentsAfter", \.segmentsAfter),
        .member("segmentsBefore", \.segmentsBefore)
    )
}

extension StoreCopyReport: WireObject {
    /// `{"checksum","events","records":[{"count","kind"}],"written"}`.
    package static let form = ObjectForm<StoreCopyReport>(
        "StoreCopyReport",
        .member("checksum", \.checksumText),
        .member("events", \.events),
        .member("records", \.counts),
        .member("written", \.written)
    )
}

extension StoreCopyReport.Count: WireObject {
    /// `{"count","kind"}`.
    package static let form = ObjectForm<StoreCopyReport.Count>(nil, .member("count", \.count), .member("kind", \.kind))
}
