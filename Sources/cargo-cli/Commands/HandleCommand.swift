import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct HandleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handle",
        abstract: "Register the handling of cargos, and retract what was registered by mistake.",
        discussion: "Registering the same handling event again has no effect.",
        subcommands: [
            ReceiveCommand.self, LoadCommand.self, UnloadCommand.self, CustomsCommand.self, ClaimCommand.self, RetractCommand.self,
            ImportHandlingCommand.self,
        ]
    )
}

struct ReceiveCommand: HandlingCommand {
    static let type = HandlingType.receive
    static let configuration: CommandConfiguration = described(
        "receive",
        "Register that cargos were received from the customer.",
        "cargo-cli handle receive ABC123 --at HKHKG --completed 2026-03-01T08:00:00Z"
    )
    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var handling: HandlingOptions
}

struct LoadCommand: HandlingCommand {
    static let type = HandlingType.load
    static let configuration: CommandConfiguration = described(
        "load",
        "Register that cargos were loaded onto a voyage.",
        "cargo-cli handle load ABC123 XYZ789 --at HKHKG --voyage V100"
    )
    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var handling: HandlingOptions
}

struct UnloadCommand: HandlingCommand {
    static let type = HandlingType.unload
    static let configuration: CommandConfiguration = described(
        "unload",
        "Register that cargos were unloaded from a voyage.",
        "cargo-cli handle unload ABC123 --at USNYC --voyage V100"
    )
    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var handling: HandlingOptions
}

struct CustomsCommand: HandlingCommand {
    static let type = HandlingType.customs
    static let configuration: CommandConfiguration = described(
        "customs",
        "Register that cargos cleared customs.",
        "cargo-cli handle customs ABC123 --at SESTO"
    )
    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var handling: HandlingOptions
}

struct ClaimCommand: HandlingCommand {
    static let type = HandlingType.claim
    static let configuration: CommandConfiguration = described(
        "claim",
        "Register that the customer claimed cargos.",
        "cargo-cli handle claim ABC123 --at SESTO"
    )
    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var handling: HandlingOptions
}

/// The cargos that were handled, the place, the voyage and the time.
struct HandlingOptions: ParsableArguments {
    @OptionGroup var cargos: CargoNames
    @OptionGroup var write: WriteOptions
    @Option(help: .init("UN/LOCODE of the location.", valueName: "locode")) var at: String
    @Option(help: .init("Voyage number; required for load and unload only.", valueName: "number")) var voyage: String?
    @Option(help: .init("Time of completion (default: now).", valueName: "instant")) var completed: String?
}

/// A command that registers one type of handling.
protocol HandlingCommand: CargoCommand {
    static var type: HandlingType { get }
    var handling: HandlingOptions { get }
}

extension HandlingCommand {
    static func described(_ name: String, _ abstract: String, _ example: String) -> CommandConfiguration {
        CommandConfiguration(leaf: name, abstract: abstract, discussion: "EXAMPLES\n  \(example)")
    }

    func run(in session: Session) async throws(CommandFailure) {
        let names = try handling.cargos.all()
        let isDryRun = handling.write.isDryRun
        let desk = try await session.desk(isDryRun: isDryRun)
        var responses: [RegisterHandlingEvent.Response] = []
        var failures: [CommandFailure] = []
        let request = request(session)
        for name in names {
            do throws(CommandFailure) {
                responses.append(try await desk.perform(RegisterHandlingEvent.self, request, cargo: name))
            } catch {
                if names.count == 1 { throw error }
                session.tell(error)
                failures.append(error)
            }
        }
        try show(responses, isSingle: names.count == 1, session)
        if isDryRun { session.console.note(localized("Nothing was registered: this was a dry run.")) }
        try session.console.flush()
        if let first = failures.first { throw .silent(responses.isEmpty ? first.status : .partlyDone) }
    }

    private func request(_ session: Session) -> RequestBuilder {
        var request = RequestBuilder()
        request.text("type", Self.type.rawValue)
        request.code("location", handling.at)
        request.text("voyageNumber", handling.voyage)
        request.text("completionTime", handling.completed ?? session.settings.clock.now().text)
        return request
    }

    private func show(
        _ responses: [RegisterHandlingEvent.Response],
        isSingle: Bool,
        _ session: Session
    ) throws(CommandFailure) {
        let layout = Layouts.registrations
        if isSingle, session.format == .json, let response = responses.first { return try session.print(response, layout) { "" } }
        var printer = ListPrinter(session.console, session.format, layout)
        for response in responses { try printer.add(response) }
        try printer.finish(nothing: "")
    }
}
