#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Measures a parser on inputs of the greatest length, which mutation rarely builds.
///
/// Each seed is repeated, joined with each of the target's separators: once unchanged, and once with a number in each repetition so that no
/// two are equal. If that is slow, a quarter of the length is measured as well: a quadratic parser takes 16 times as long for the whole as for
/// the quarter, a linear one four times.
enum Growth {
    /// The processor time, in milliseconds, above which growth is checked.
    ///
    /// More than ten times as long always fails.
    private static let limit = 1000

    static func check(_ target: FuzzTarget, seedsIn folder: String) -> Bool {
        var slowest = 0
        for (name, seed) in seeds(folder) where !seed.isEmpty {
            for separator in target.separators.isEmpty ? [""] : target.separators {
                for isNumbered in [false, true] {
                    let input = repeated(seed, separator, isNumbered, upTo: target.longest)
                    var time = time(target, input[...])
                    slowest = max(slowest, time)
                    guard time > limit else { continue }
                    // The least of several, because a busy machine adds to each.
                    time = min(time, least(target, input[...]))
                    let quarter = least(target, input.prefix(input.count / 4))
                    guard time > 8 * quarter || time > 10 * limit else { continue }
                    print(
                        "growth \(target.name): \(name) repeated to \(input.count) bytes with \(separator.debugDescription) between, ",
                        terminator: ""
                    )
                    print("\(isNumbered ? "each numbered" : "all equal"): \(time) ms, and \(quarter) ms for a quarter of it")
                    return false
                }
            }
        }
        print("growth \(target.name): at most \(slowest) ms for \(target.longest) bytes")
        return true
    }

    private static func least(_ target: FuzzTarget, _ input: ArraySlice<UInt8>) -> Int {
        (0..<3).map { _ in time(target, input) }.reduce(.max, min)
    }

    private static func time(_ target: FuzzTarget, _ input: ArraySlice<UInt8>) -> Int {
        let started = clock()
        input.withUnsafeBytes(target.run)
        return Int(clock() - started) * 1000 / Int(CLOCKS_PER_SEC)
    }

    private static func repeated(_ seed: [UInt8], _ separator: String, _ isNumbered: Bool, upTo length: Int) -> [UInt8] {
        var input: [UInt8] = []
        input.reserveCapacity(length + seed.count)
        var number = 0
        while input.count < length {
            if number > 0 { input += separator.utf8 }
            if isNumbered { input += "a\(number)".utf8 }
            input += seed
            number += 1
        }
        return Array(input.prefix(length))
    }

    private static func seeds(_ folder: String) -> [(name: String, bytes: [UInt8])] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [(String, [UInt8])] = [("nothing but numbers", [UInt8(ascii: "=")])]
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard !name.hasPrefix("."), let file = fopen(folder + "/" + name, "rb") else { continue }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = fread(&bytes, 1, bytes.count, file)
            found.append((name, Array(bytes.prefix(count))))
        }
        return found
    }
}
