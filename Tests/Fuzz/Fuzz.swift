#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The function that libFuzzer calls before the first input.
///
/// `CARGO_FUZZ` names the target; `list` prints the names and longest inputs of all targets instead. If `CARGO_FUZZ_GROWTH` names a folder
/// of seeds, the process measures how time grows with input length and exits.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzInitialize(_ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    if variable("CARGO_FUZZ") == "list" {
        for target in FuzzTarget.all { print(target.name, target.longest) }
        exit(0)
    }
    if let folder = variable("CARGO_FUZZ_GROWTH") {
        exit(Growth.check(target, seedsIn: folder) ? 0 : 1)
    }
    return 0
}

/// The function that libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}

private let target: FuzzTarget = {
    let name = variable("CARGO_FUZZ") ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        print("There is no fuzz target \"\(name)\". Set CARGO_FUZZ to one of: \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
        exit(64)
    }
    return target
}()

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
