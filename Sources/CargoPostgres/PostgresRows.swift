#if Postgres
import CLibPQ

/// The rows that a statement returned, in PostgreSQL's text format.
final class PostgresRows {
    private let result: OpaquePointer

    /// Takes ownership of a result, which is freed with the rows.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }

    // safe: row and column are less than the result's own counts, which are Int32
    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) == 1 }

    func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        // safe: row and column are less than the result's own counts, which are Int32
        let length = Int(PQgetlength(result, Int32(row), Int32(column)))
        // safe: row and column are less than the result's own counts, which are Int32
        return [UInt8](UnsafeRawBufferPointer(start: PQgetvalue(result, Int32(row), Int32(column)), count: length))
    }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    /// Returns an integer, or 0 if the value isn't one.
    func integer(_ row: Int, _ column: Int) -> Int64 { Int64(text(row, column)) ?? 0 }

    func isTrue(_ row: Int, _ column: Int) -> Bool { text(row, column) == "t" }
}
#endif
