import Foundation

// Measures the JSON-file store against SQLite and the bare disk, and prints one line for each row.
let arguments = Array(CommandLine.arguments.dropFirst())
do {
    if arguments.first == Child.mark, arguments.count >= 2 {
        try await Child.run(arguments[1], Array(arguments[2...]))
    } else {
        try await runRows(try Settings(arguments.filter { $0 != "--list" }), listOnly: arguments.contains("--list"))
    }
} catch {
    Workshop.tell("\(error)")
    exit(1)
}

func runRows(_ settings: Settings, listOnly: Bool) async throws {
    var rows: [Row] = []
    for place in settings.places { rows += SmallRows.all(on: place.name) + ProcessRows.all(on: place.name) }
    rows += PoolRows.all + CostRows.all + LargeRows.all
    // The curves aren't a row. They are measured in a full run or when named.
    let names = Set(rows.map(\.name) + ["curves"])
    guard let unknown = settings.rows.first(where: { !names.contains($0) }) else {
        if listOnly { return Workshop.say(rows.map(\.name).joined(separator: "\n") + "\ncurves") }
        let workshop = Workshop(settings)
        defer {
            do { try workshop.removeAll() } catch { Workshop.tell("left behind: \(error)") }
        }
        var report = Report(settings)
        for row in rows where settings.rows.isEmpty || settings.rows.contains(row.name) {
            do {
                let measurement = try await row.run(workshop)
                Workshop.say(report.add(row, measurement))
                for (name, value) in measurement.figures.sorted(by: { $0.key < $1.key }) {
                    Workshop.tell("    \(name) = \(String(format: "%.2f", value))")
                }
            } catch {
                // A row that can't be measured must not stop the others.
                Workshop.say("bench \(row.name) failed: \(error)")
            }
        }
        if settings.rows.isEmpty || settings.rows.contains("curves") { report.curves = try await Curves.measure(workshop) }
        if let path = settings.results { try report.write(to: path) }
        return
    }
    throw BenchmarkFailure("no such row: \(unknown); there are \(names.sorted().joined(separator: " "))")
}
