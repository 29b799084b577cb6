import Foundation

/// The settings from the command line.
struct Settings {
    /// A place to measure on: a directory on a kind of file system.
    struct Place {
        /// `machine`, `ext4` or `xfs`.
        let name: String
        let path: String
    }

    /// The rows to run; all if empty.
    var rows: [String] = []
    /// The number of cargos in the large stores.
    var cargos = 1_000_000
    /// The number of cargos in the small stores.
    var small = 4_000
    /// About how many seconds a row may measure.
    var seconds = 8.0
    var isQuick = false
    var places: [Place] = []
    /// The file for the raw data as JSON; nil for none.
    var results: String?
    /// A note about the machine's load, stored with the results.
    var note = ""

    static let usage = """
        usage: StoreBenchmarks [--list] [--quick] [--cargos N] [--small N] [--seconds S] [--on NAME=DIRECTORY]… [--results FILE] [--note TEXT] [ROW…]
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw BenchmarkFailure("\(option) wants a value\n\(Self.usage)") }
            return value
        }
        func number<Number: LosslessStringConvertible>(of option: String) throws -> Number {
            let text = try value(of: option)
            guard let number = Number(text) else { throw BenchmarkFailure("\(option) wants a number, not \(text)") }
            return number
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick":
                isQuick = true
                cargos = 20_000
                seconds = 1.5
            case "--cargos": cargos = try number(of: argument)
            case "--small": small = try number(of: argument)
            case "--seconds": seconds = try number(of: argument)
            case "--results": results = try value(of: argument)
            case "--note": note = try value(of: argument)
            case "--on":
                let place = try value(of: argument).split(separator: "=", maxSplits: 1).map(String.init)
                guard place.count == 2 else { throw BenchmarkFailure("--on wants NAME=DIRECTORY") }
                places.append(Place(name: place[0], path: place[1]))
            case _ where argument.hasPrefix("--"): throw BenchmarkFailure("no such option: \(argument)\n\(Self.usage)")
            default: rows.append(argument)
            }
        }
        guard cargos >= 1000, small >= 1024, seconds > 0 else {
            throw BenchmarkFailure("at least 1000 cargos, 1024 in the small stores, and some time")
        }
        if places.isEmpty { places = [Place(name: "machine", path: FileManager.default.temporaryDirectory.path)] }
    }
}

/// An error that makes a measurement invalid.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
