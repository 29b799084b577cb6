#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure

struct AssignCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign",
        abstract: "Give a cargo a route: a candidate, or an itinerary of your own.",
        discussion: """
            --candidate N takes the Nth line of `route candidates`; give it the same options that you gave there.
            --itinerary takes {"legs":[{"voyageNumber","loadLocation","loadTime","unloadLocation","unloadTime"}, …]}.

            EXAMPLES
              cargo-cli route assign ABC123 --candidate 1
              cargo-cli route candidates ABC123 -o ndjson | head -1 |
                cargo-cli route assign ABC123 --itinerary -
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "The cargo.") var id: String
    @Option(help: .init("Which candidate, counted from 1.", valueName: "n")) var candidate: Int?
    @Option(help: .init("A file with an itinerary in JSON; - for standard input.", valueName: "file")) var itinerary: String?
    @OptionGroup var options: RouteOptions

    func validate() throws {
        if (candidate == nil) == (itinerary == nil) { throw ValidationError("Give either --candidate or --itinerary") }
        if let candidate, candidate < 1 { throw ValidationError("--candidate is counted from 1") }
    }

    func run(in session: Session) async throws(CommandFailure) {
        let environment = try await session.environment(isDryRun: write.isDryRun)
        var request = RequestBuilder()
        request.code("trackingId", id)
        if let itinerary {
            request.put("itinerary", try InputFile.json(itinerary))
        } else if let candidate {
            let found = try await Candidates.find(id, options, environment)
            guard candidate <= found.count else {
                let count = found.count == 1 ? "is one candidate" : "are \(found.count) candidates"
                throw CommandFailure(
                    .notFound,
                    code: "candidate_not_found",
                    "There \(count), so no number \(candidate).",
                    hint: "See them: cargo-cli route candidates \(id.folded)"
                )
            }
            // safe: the candidate is at least 1, as validate() demands, and at most the count
            request.put("itinerary", found[candidate - 1].input)
        }
        let changed = try await AssignRoute(environment).execute(input: request.input).orFail(in: request.input)
        try session.print(changed, "Its route is assigned.", isDryRun: write.isDryRun)
    }
}

extension InputFile {
    /// A file that is one JSON value.
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
    /// The itinerary as a request has it.
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
    /// Prints the id of a cargo that was changed, and for people what became of it.
    func print(_ changed: CargoChanged, _ note: String, isDryRun: Bool) throws(CommandFailure) {
        try print(changed, Layout(.init("TRACKING ID", "tracking_id") { $0.trackingId.text })) { "\(changed.trackingId.text)\n" }
        console.note(isDryRun ? "Nothing was changed: this was a dry run." : "\(note) See it: cargo-cli track \(changed.trackingId.text)")
    }
}
#endif
