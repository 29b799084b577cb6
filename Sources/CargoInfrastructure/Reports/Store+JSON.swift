package import CargoWire

extension StoreFinding: CanonicallyEncodable {
    /// Writes `{"advice","detail","file","offset"?,"problem","record"?}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"advice":"#)
        writer.text(advice)
        writer.raw(#","detail":"#)
        writer.text(detail)
        writer.raw(#","file":"#)
        writer.text(file)
        if let offset {
            writer.raw(#","offset":"#)
            writer.integer(Int64(offset))
        }
        writer.raw(#","problem":"#)
        writer.plain(problem.rawValue)
        if let record {
            writer.raw(#","record":"#)
            writer.text(record)
        }
        writer.raw("}")
    }
}

extension StoreStatistics: CanonicallyEncodable {
    /// Writes `{"aggregates","byteCount","damage","eventCount","exists","generation","liveBytes","path","recordCount","segments","tornBytes"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"aggregates":"#)
        aggregates.write(to: &writer)
        writer.raw(#","byteCount":"#)
        writer.integer(Int64(byteCount))
        writer.raw(#","damage":["#)
        for (index, place) in damage.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.text(place)
        }
        writer.raw(#"],"eventCount":"#)
        writer.integer(eventCount)
        writer.raw(#","exists":"#)
        writer.boolean(exists)
        writer.raw(#","generation":"#)
        writer.integer(Int64(generation))
        writer.raw(#","liveBytes":"#)
        writer.integer(Int64(liveBytes))
        writer.raw(#","path":"#)
        writer.text(path)
        writer.raw(#","recordCount":"#)
        writer.integer(Int64(recordCount))
        writer.raw(#","segments":"#)
        segments.write(to: &writer)
        writer.raw(#","tornBytes":"#)
        writer.integer(Int64(tornBytes))
        writer.raw("}")
    }

    /// The length of all segments together.
    package var byteCount: Int { segments.reduce(0) { $0 + $1.length } }
}

extension StoreStatistics.Aggregates: CanonicallyEncodable {
    /// Writes `{"count","kind"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"count":"#)
        writer.integer(Int64(count))
        writer.raw(#","kind":"#)
        writer.text(kind)
        writer.raw("}")
    }
}

extension StoreStatistics.Segment: CanonicallyEncodable {
    /// Writes `{"isSealed","length","name"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"isSealed":"#)
        writer.boolean(isSealed)
        writer.raw(#","length":"#)
        writer.integer(Int64(length))
        writer.raw(#","name":"#)
        writer.text(name)
        writer.raw("}")
    }
}

extension RepairReport: CanonicallyEncodable {
    /// Writes `{"lost","removals","restored"}`.
    package func write(to writer: inout JSONWriter) {
        func list(_ texts: [String]) {
            writer.raw("[")
            for (index, text) in texts.enumerated() {
                if index > 0 { writer.raw(",") }
                writer.text(text)
            }
            writer.raw("]")
        }
        writer.raw(#"{"lost":"#)
        list(lost)
        writer.raw(#","removals":"#)
        removals.write(to: &writer)
        writer.raw(#","restored":"#)
        list(restored)
        writer.raw("}")
    }
}

extension RepairReport.Removal: CanonicallyEncodable {
    /// Writes `{"file","length","offset","quarantineFile","record"?}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"file":"#)
        writer.text(file)
        writer.raw(#","length":"#)
        writer.integer(Int64(length))
        writer.raw(#","offset":"#)
        writer.integer(Int64(offset))
        writer.raw(#","quarantineFile":"#)
        writer.text(quarantineFile)
        if let record {
            writer.raw(#","record":"#)
            writer.text(record)
        }
        writer.raw("}")
    }
}

extension CompactionReport: CanonicallyEncodable {
    /// Writes `{"bytesAfter","bytesBefore","removedFiles","segmentsAfter","segmentsBefore"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"bytesAfter":"#)
        writer.integer(Int64(bytesAfter))
        writer.raw(#","bytesBefore":"#)
        writer.integer(Int64(bytesBefore))
        writer.raw(#","removedFiles":["#)
        for (index, name) in removedFiles.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.text(name)
        }
        writer.raw(#"],"segmentsAfter":"#)
        writer.integer(Int64(segmentsAfter))
        writer.raw(#","segmentsBefore":"#)
        writer.integer(Int64(segmentsBefore))
        writer.raw("}")
    }
}

extension StoreCopyReport: CanonicallyEncodable {
    /// Writes `{"checksum","events","records":[{"count","kind"}],"written"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"checksum":"#)
        writer.plain(checksumText)
        writer.raw(#","events":"#)
        writer.integer(Int64(events))
        writer.raw(#","records":["#)
        for (index, count) in counts.enumerated() {
            writer.raw(index > 0 ? #",{"count":"# : #"{"count":"#)
            writer.integer(Int64(count.count))
            writer.raw(#","kind":"#)
            writer.plain(count.kind)
            writer.raw("}")
        }
        writer.raw(#"],"written":"#)
        writer.integer(Int64(written))
        writer.raw("}")
    }
}
