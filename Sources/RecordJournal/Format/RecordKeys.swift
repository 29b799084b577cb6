/// What a record is found by besides its id and its customer: the header's members `vo`, `ne` and `du`.
package struct RecordKeys: Hashable, Sendable {
    /// The names of `vo`, in the form that a header has them: `"V100","V200"`.
    var voyages: String?
    /// The names of `ne`, likewise.
    var needs: String?
    /// The value of `du`.
    var due: Int64?

    /// No keys.
    package init() {}

    /// Makes the keys of a record.
    /// - Parameters:
    ///   - voyages: plain names, each once, by ASCII.
    ///   - needs: likewise.
    ///   - due: 0 or more.
    package init(voyages: [String], needs: [String], due: Int64?) {
        self.voyages = Self.list(voyages)
        self.needs = Self.list(needs)
        self.due = due
    }

    private static func list(_ names: [String]) -> String? {
        if names.isEmpty { return nil }
        return String(unsafeUninitializedCapacity: names.reduce(0) { $0 + $1.utf8.count + 3 }) { buffer in
            var count = 0
            func append(_ byte: UInt8) {
                buffer[count] = byte
                count += 1
            }
            for name in names {
                precondition(!name.isEmpty, "a key that cannot stand in a record")
                if count > 0 { append(UInt8(ascii: ",")) }
                append(UInt8(ascii: "\""))
                for byte in name.utf8 {
                    precondition(RecordLine.isPlain(byte), "a key that cannot stand in a record")
                    append(byte)
                }
                append(UInt8(ascii: "\""))
            }
            return count
        }
    }
}
