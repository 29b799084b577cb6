import CargoDomain
import CargoWire

@testable import CargoInfrastructure
import RecordJournal

/// Checks that JSON that was parsed and written parses and writes to the same bytes, and that the parser never crashes.
///
/// A trap reports a finding to libFuzzer.
enum JSONCodecFuzz {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let foreign = FuzzTarget.parsed { () throws(DomainError) in try JSONParser.parseForeign(bytes) }
        if let strict = FuzzTarget.parsed({ () throws(DomainError) in try JSONParser.parse(bytes, hugeIntegers: .kept) }) {
            precondition(foreign == strict, "what everybody may write is read differently")
        }
        for huge in [JSONParser.HugeIntegers.rejected, .kept] {
            let tree: Input
            do throws(DomainError) { tree = try JSONParser.parse(bytes, hugeIntegers: huge) } catch { continue }
            let canonical = written(tree)
            let again: Input
            do throws(DomainError) {
                again = try canonical.withRawBytes { (bytes) throws(DomainError) in try JSONParser.parse(bytes, hugeIntegers: huge) }
            } catch { fatalError("what was written is not read: \(error)") }
            precondition(written(again) == canonical, "canonical bytes change when they are read and written")
        }
    }

    private static func written(_ tree: Input) -> [UInt8] {
        var writer = JSONWriter()
        writer.input(tree)
        return writer.bytes
    }
}
