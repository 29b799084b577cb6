import Foundation
import Testing

/// Runs the built cargo-cli as a process, in a temporary directory that is removed afterwards.
final class CommandLineTool: Sendable {
    /// The results of a run.
    struct Run: Sendable {
        let status: Int32
        let output: String
        let notes: String
    }

    /// The working directory of the runs.
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "cargo-cli-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: directory) } catch { print("left behind: \(directory.path)") }
    }

    /// The executable, next to the test bundle.
    static let executable = BuiltProduct.url("cargo-cli")

    /// The user who runs the commands, as events name them.
    static let user = NSUserName()

    /// The current time in every run, unless `CARGO_NOW` is given.
    static let now = "2026-03-01T08:00:00Z"

    /// Runs one command with a fixed clock; nothing is inherited from this process's environment but library paths.
    @discardableResult
    func callAsFunction(
        _ words: String...,
        input: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Run {
        try run(words, input: input.map { Data($0.utf8) }, environment: environment)
    }

    /// Runs one command, with its arguments in a list.
    @discardableResult
    func run(_ words: [String], input: Data? = nil, environment: [String: String] = [:]) throws -> Run {
        try launch(Self.executable.path, words, input: input, environment: environment)
    }

    /// Runs a Bash script in which `$CLI` is the path of cargo-cli.
    @discardableResult
    func shell(_ script: String, environment: [String: String] = [:]) throws -> Run {
        let environment = environment.merging(["CLI": Self.executable.path]) { given, _ in given }
        return try launch("/bin/bash", ["-c", script], input: nil, environment: environment)
    }

    /// Runs a program with a fixed clock, in the working directory.
    func launch(_ path: String, _ words: [String], input: Data? = nil, environment: [String: String]) throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = words
        process.currentDirectoryURL = directory
        var variables = ["CARGO_NOW": Self.now, "HOME": directory.path, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
        if let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] { variables["LD_LIBRARY_PATH"] = libraries }
        process.environment = variables.merging(environment) { _, given in given }

        // Files rather than pipes: a process that writes a lot never blocks.
        let output = directory.appending(path: ".output-\(UUID().uuidString)")
        let notes = directory.appending(path: ".notes-\(UUID().uuidString)")
        let source = directory.appending(path: ".input-\(UUID().uuidString)")
        for (file, data) in [(output, Data()), (notes, Data()), (source, input ?? Data())] { try data.write(to: file) }
        defer { for file in [output, notes, source] { try? FileManager.default.removeItem(at: file) } }
        process.standardInput = try FileHandle(forReadingFrom: source)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: notes)
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            notes: String(decoding: try Data(contentsOf: notes), as: UTF8.self)
        )
    }

    // MARK: Files

    /// Writes a file into the working directory and returns its name.
    @discardableResult
    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: directory.appending(path: name))
        return name
    }

    /// The text of a file in the working directory.
    func text(_ name: String) throws -> String { String(decoding: try Data(contentsOf: directory.appending(path: name)), as: UTF8.self) }

    /// Whether a file or a directory exists in the working directory.
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: directory.appending(path: name).path) }

    /// All records of a store, so that a test can check that nothing was written.
    func records(_ store: String = "cargo-data") throws -> String {
        guard exists(store) else { return "" }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.appending(path: store).path).sorted()
        return try names.filter { $0.hasSuffix(".jsonl") }.map { try text("\(store)/\($0)") }.joined()
            .split(separator: "\n").filter { !$0.contains("\"~mark\"") }.joined(separator: "\n")
    }

    // MARK: Given

    /// Creates a store with a few ports and voyages, and the cargo `ABC` from Hong Kong to Stockholm.
    func givenCargo() throws { try given(Self.cargo.get()) }

    /// Books a cargo from Hong Kong to Stockholm.
    func book(_ id: String = "ABC") throws {
        let run = try self(
            "book",
            "--origin",
            "HKHKG",
            "--destination",
            "SESTO",
            "--deadline",
            "2026-06-01T00:00:00Z",
            "--customer",
            "ACME",
            "--tracking-id",
            id
        )
        try #require(run.status == 0, "\(run.notes)")
    }

    /// Creates a store with the cargo `ABC` on board V100, which leaves for New York, where V200 takes it to Stockholm.
    func givenAtSea() throws {
        try givenCargo()
        try #require(try self("route", "assign", "ABC", "--candidate", "1").status == 0)
        for (type, now) in [("receive", "2026-03-04T10:00:00Z"), ("load", "2026-03-05T05:00:00Z")] {
            let voyage = type == "load" ? ["--voyage", "V100"] : []
            let run = try self.run(["handle", type, "ABC", "--at", "HKHKG"] + voyage, environment: ["CARGO_NOW": now])
            try #require(run.status == 0, "\(run.notes)")
        }
    }

    /// Creates a store with a few ports and voyages.
    func givenNetwork() throws { try given(Self.network.get()) }

    /// Writes a store that cargo-cli has made before, and the files that it was made from; there must be no store yet.
    private func given(_ files: [String: Data]) throws {
        try FileManager.default.createDirectory(at: directory.appending(path: "cargo-data"), withIntermediateDirectories: false)
        for (name, data) in files { try data.write(to: directory.appending(path: name)) }
    }

    private static let network = Result {
        try made { cli in
            let ports = try cli("location", "import", cli.file("ports.csv", CommandLineTool.ports))
            try #require(ports.status == 0, "\(ports.notes)")
            let voyages = try cli("voyage", "import", cli.file("voyages.csv", CommandLineTool.voyages))
            try #require(voyages.status == 0, "\(voyages.notes)")
        }
    }

    private static let cargo = Result {
        try made { cli in
            try cli.givenNetwork()
            try cli.book()
        }
    }

    /// What commands leave in their directory.
    private static func made(by commands: (CommandLineTool) throws -> Void) throws -> [String: Data] {
        let cli = try CommandLineTool()
        try commands(cli)
        let names = try FileManager.default.subpathsOfDirectory(atPath: cli.directory.path)
        // A directory has no contents.
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(atPath: cli.directory.appending(path: name).path).map { (name, $0) }
            }
        )
    }

    static let ports = """
        un_locode,name
        HKHKG,Hong Kong
        JPTYO,Tokyo
        USNYC,New York
        DEHAM,Hamburg
        SESTO,Stockholm
        FIHEL,Helsinki

        """

    static let voyages = """
        voyage_number,departure_location,departure_time,arrival_location,arrival_time
        V100,HKHKG,2026-03-05T06:00:00Z,JPTYO,2026-03-09T18:00:00Z
        V100,JPTYO,2026-03-10T06:00:00Z,USNYC,2026-03-26T12:00:00Z
        V200,USNYC,2026-03-27T08:00:00Z,SESTO,2026-04-07T16:00:00Z
        V300,JPTYO,2026-03-14T08:00:00Z,DEHAM,2026-04-04T20:00:00Z
        V400,DEHAM,2026-04-06T06:00:00Z,SESTO,2026-04-08T18:00:00Z
        V400,SESTO,2026-04-09T06:00:00Z,FIHEL,2026-04-10T08:00:00Z

        """

    /// The route via New York, as JSON for `route assign --itinerary`.
    static let itinerary = """
        {"legs":[{"loadLocation":"HKHKG","loadTime":"2026-03-05T06:00:00.000Z","unloadLocation":"USNYC",\
        "unloadTime":"2026-03-26T12:00:00.000Z","voyageNumber":"V100"},{"loadLocation":"USNYC","loadTime":"2026-03-27T08:00:00.000Z",\
        "unloadLocation":"SESTO","unloadTime":"2026-04-07T16:00:00.000Z","voyageNumber":"V200"}]}
        """
}
