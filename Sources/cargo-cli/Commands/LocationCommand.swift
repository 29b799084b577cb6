import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct LocationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location",
        abstract: "Add, list, search, show and import locations.",
        subcommands: [
            AddLocationCommand.self, ListLocationsCommand.self, SearchLocationsCommand.self, ShowLocationCommand.self,
            ImportLocationsCommand.self,
        ]
    )
}

struct AddLocationCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "add",
        abstract: "Add a location, or rename it.",
        discussion: "EXAMPLES\n  cargo-cli location add SESTO Stockholm"
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .init("UN/LOCODE of the location.", valueName: "locode")) var code: String
    @Argument(help: "Name of the location.") var name: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("unLocode", code)
        request.text("name", name)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let location = try await desk.perform(RegisterLocation.self, request)
        try session.print(location, Layouts.locations) { "\(location.label)\n" }
        if write.isDryRun { session.console.note(localized("Nothing was added: this was a dry run.")) }
    }
}

struct ListLocationsCommand: CargoCommand {
    static let configuration = CommandConfiguration(leaf: "list", abstract: "List all locations, ordered by UN/LOCODE.")

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        try await session.printLocations(containing: nil)
    }
}

struct SearchLocationsCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "search",
        abstract: "List locations whose code or name contains a text.",
        discussion: "EXAMPLES\n  cargo-cli location search holm"
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: "Text to search for; ASCII letters match in either case.") var text: String

    func run(in session: Session) async throws(CommandFailure) {
        try await session.printLocations(containing: text)
    }
}

struct ShowLocationCommand: CargoCommand {
    static let configuration = CommandConfiguration(leaf: "show", abstract: "Show a location.")

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: .init("UN/LOCODE of the location.", valueName: "locode")) var code: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("unLocode", code)
        let desk = try await session.desk()
        let location = try await desk.perform(FindLocation.self, request)
        try session.print(location, Layouts.locations) { "\(location.label)\n" }
    }
}

extension Session {
    /// Prints all locations, or those whose code or name contains a text.
    fileprivate func printLocations(containing text: String?) async throws(CommandFailure) {
        let desk = try await desk()
        var printer = ListPrinter(console, format, Layouts.locations)
        var after: String?
        repeat {
            var request = RequestBuilder()
            request.code("after", after)
            request.text("containing", text)
            request.number("limit", 1000)
            let page = try await desk.perform(ListLocations.self, request)
            for location in page.items { try printer.add(location) }
            after = page.next?.text
        } while after != nil
        try printer.finish(nothing: text.map { localized("No locations match \($0.inQuotes).") } ?? localized("No locations."))
    }
}
