import CargoDomain
import CargoInfrastructure
import CargoSQLite
import CargoTesting
import Foundation

// bench sqlite-save ratio=R goal=0.9 better=higher against=GRDB: the store's saves per second divided by those of GRDB alone, with each
// save awaited before the next. Both save the same cargos over and over, in rounds with a random order. The ratio is the median of the
// rounds' ratios.
let arguments = CommandLine.arguments
let rounds = arguments.count > 1 ? Int(arguments[1]) ?? 61 : 61
let saves = arguments.count > 2 ? Int(arguments[2]) ?? 100 : 100
let cargos = 1000
let directory = FileManager.default.temporaryDirectory.appendingPathComponent("bare-sqlite-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
defer { do { try FileManager.default.removeItem(at: directory) } catch { print("left behind: \(directory.path)") } }

let clock = FixedClock()
let store = try await SQLiteStore.open(directory.path + "/ours.sqlite", clock: clock)
let bare = try BareStore(directory.path + "/bare.sqlite")
var versions = (ours: [Cargo](), bare: [Cargo]())
for number in 0..<cargos {
    let cargo = Cargo.stub("CARGO-\(number)", itinerary: .stub())
    try await store.cargos.save(cargo).get()
    try await bare.save(cargo, at: clock.now())
    versions.ours.append(try cargo.reconstituted(atVersion: 1))
    versions.bare.append(try cargo.reconstituted(atVersion: 1))
}

/// Returns the cargo with a changed deadline, as a use case would.
func changed(_ cargo: Cargo) throws -> Cargo { try cargo.changingDeadline(to: .stub(day: 60 + Int(cargo.version % 30)), at: .stub()) }

@MainActor
func round(isOurs: Bool, from start: Int) async throws -> Double {
    let begin = ContinuousClock.now
    for place in start..<start + saves {
        let number = place % cargos
        if isOurs {
            let cargo = try changed(versions.ours[number])
            try await store.cargos.save(cargo).get()
            versions.ours[number] = try cargo.saved()
        } else {
            let cargo = try changed(versions.bare[number])
            try await bare.save(cargo, at: clock.now())
            versions.bare[number] = try cargo.saved()
        }
    }
    let length = begin.duration(to: .now).components
    return Double(saves) / (Double(length.seconds) + Double(length.attoseconds) / 1e18)
}

var ratios: [Double] = []
var rates = (ours: [Double](), bare: [Double]())
for number in 0..<rounds {
    let start = number * saves
    let isOursFirst = Bool.random()
    let first = try await round(isOurs: isOursFirst, from: start)
    let second = try await round(isOurs: !isOursFirst, from: start)
    let (ours, theirs) = isOursFirst ? (first, second) : (second, first)
    rates.ours.append(ours)
    rates.bare.append(theirs)
    ratios.append(ours / theirs)
}
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
func text(_ value: Double) -> String { String(format: "%.2f", value) }
print("bench sqlite-save ratio=\(text(median(ratios))) goal=0.9 better=higher against=GRDB")
print("saves a second: ours \(Int(median(rates.ours))), GRDB alone \(Int(median(rates.bare))); \(rounds) rounds of \(saves)")
await store.close()
