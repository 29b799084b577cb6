#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What libFuzzer calls.
///
/// CARGO_FUZZ says which decoder: `record` or `json`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    if isRecord { RecordDecoderFuzz.run(bytes) } else { JSONCodecFuzz.run(bytes) }
    return 0
}

private let isRecord = getenv("CARGO_FUZZ").map { String(cString: $0) } == "record"
