import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct AssignCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "assign",
        abstract: "Assign routes to cargos: a candidate each, or your own itinerary.",
        discussion: """
            --candidate N assigns the Nth candidate of 'route candidates'. Pass the same search options \
            to both commands.

            --itinerary reads JSON:
              {"legs":[{"voyageNumber","loadLocation","loadTime","unloadLocation",
                        "unloadTime"}, …]}

            EXAMPLES
              cargo-cli route assign ABC123 --candidate 1
              cargo-cli route assign --disrupted --voyage V200 --at USNYC --candidate 1
              cargo-cli route candidates ABC123 -o ndjson | head -1 |
                cargo-cli route assign ABC123 --itinerary -
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .cargos()) var words: [String] = []
    @OptionGroup var selection: CargoSelection
    @Option(help: .init("Number of the candidate, starting at 1.", valueName: "n")) var candidate: Int?
    @Option(help: .init("JSON file with the itinerary, or - for standard input.", valueName: "file")) var itinerary: String?
    @OptionGroup var options: RouteOptions

    func validate() throws {
        if (candidate == nil) == (itinerary == nil) { throw ValidationError(localized("Give either --candidate or --itinerary")) }
        if let candidate, candidate < 1 { throw ValidationError(localized("--candidate must be at least 1")) }
        try selection.require(words)
    }

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let own = try itinerary.map { (path) throws(CommandFailure) in try InputFile.json(path) }
        let cargos = try await selection.cargos(words, desk)
        try await session.change(cargos, in: desk, localized("Route assigned."), isDryRun: write.isDryRun) {
            (id) async throws(CommandFailure) in
            var request = RequestBuilder()
            if let own {
                request.put("itinerary", own)
            } else if let candidate {
                let found = try await Candidates.find(id, options, desk)
                guard candidate <= found.itineraries.count else {
                    throw Self.noCandidate(candidate, among: found, for: id.folded)
                }
                // safe: the candidate is at least 1, as validate() demands, and at most the count
                request.put("itinerary", found.itineraries[candidate - 1].input)
            }
            return try await desk.perform(AssignRoute.self, request, cargo: id)
        }
    }

    private static func noCandidate(_ candidate: Int, among found: FindRoutes.Response, for id: String) -> CommandFailure {
        let count = found.itineraries.count
        return CommandFailure(
            .notFound,
            code: "candidate_not_found",
            count == 0
                ? localized("\(id) has no route that meets its deadline.")
                : localized(
                    count,
                    one: "There is no candidate \(candidate): \(id) has only one candidate.",
                    other: "There is no candidate \(candidate): \(id) has only \(count) candidates."
                ),
            hint: count == 0 && found.tooLate.isEmpty
                ? localized(
                    "Run 'cargo-cli voyage list' to check the voyages, or change the deadline with 'cargo-cli route change-deadline'."
                )
                : localized("Run 'cargo-cli route candidates \(id)' to see the candidates.")
        )
    }
}

extension InputFile {
    /// Reads a file that holds one JSON value.
    static func json(_ path: String) throws(CommandFailure) -> Input {
        let bytes = try bytes(path)
        do throws(DomainError) {
            return try bytes.withUnsafeBufferPointer { (bytes) throws(DomainError) in
                try JSONParser.parse(UnsafeRawBufferPointer(bytes), hugeIntegers: .kept)
            }
        } catch {
            let words = ErrorText(error)
            throw CommandFailure(.badData, code: error.code.rawValue, "\(name(path)): \(words.message)", hint: words.hint)
        }
    }
}

extension Itinerary {
    /// The itinerary as input for a request.
    fileprivate var input: Input {
        [
            "legs": .list(
                legs.map { leg in
                    [
                        "loadLocation": .text(leg.loadLocation.text), "loadTime": .text(leg.loadTime.text),
                        "unloadLocation": .text(leg.unloadLocation.text), "unloadTime": .text(leg.unloadTime.text),
                        "voyageNumber": .text(leg.voyageNumber.text),
                    ]
                }
            )
        ]
    }
}

extension Session {
    /// Prints the id of a changed cargo, and a note for people.
    func print(_ changed: CargoRevision, _ note: String, isDryRun: Bool) throws(CommandFailure) {
        try print(changed, Layout(.init("TRACKING ID", "tracking_id") { $0.trackingId.text })) { "\(changed.trackingId.text)\n" }
        console.note(
            isDryRun
                ? localized("Nothing was changed: this was a dry run.")
                : localized("\(note) To see the cargo, run: cargo-cli track \(changed.trackingId.text)")
        )
    }
}
