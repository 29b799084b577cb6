import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct ReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Add and remove references of cargos, such as container and booking numbers.",
        subcommands: [AddReferenceCommand.self, RemoveReferenceCommand.self]
    )
}

struct AddReferenceCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "add",
        abstract: "Add a container number, a document's number or the customer's reference to cargos.",
        discussion: """
            Types are container, bill-of-lading, booking, customer, and equipment for a box without a container \
            number. Spaces, hyphens and lower case are ignored in container numbers. A cargo has one box at a time: \
            remove its number before you add another.

            EXAMPLES
              cargo-cli reference add ABC123 container "CSQU 305438 3"
              cargo-cli reference add ABC123 XYZ789 booking ABC709951
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var reference: ReferenceArguments

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let request = reference.request
        let cargos = try await reference.cargos(desk)
        try await session.change(cargos, in: desk, localized("Reference added."), isDryRun: write.isDryRun) {
            (id) async throws(CommandFailure) in
            try await desk.perform(AddReference.self, request, cargo: id)
        }
    }
}

struct RemoveReferenceCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "remove",
        abstract: "Remove a reference from cargos.",
        discussion: """
            EXAMPLES
              cargo-cli reference remove ABC123 booking ABC709951
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var reference: ReferenceArguments

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let request = reference.request
        let cargos = try await reference.cargos(desk)
        try await session.change(cargos, in: desk, localized("Reference removed."), isDryRun: write.isDryRun) {
            (id) async throws(CommandFailure) in
            try await desk.perform(RemoveReference.self, request, cargo: id)
        }
    }
}

/// Cargos and a reference, as arguments.
struct ReferenceArguments: ParsableArguments {
    @Argument(
        help: .cargos(
            before: "the type of the reference (container, bill-of-lading, booking, customer or equipment) and the reference"
        )
    )
    var words: [String] = []
    @OptionGroup var selection: CargoSelection

    func validate() throws { try selection.require(words, before: "type", "value") }

    func cargos(_ desk: any CargoOperations) async throws(CommandFailure) -> ChosenCargos {
        try await selection.cargos(words, before: 2, desk)
    }

    /// The fields of the request, with a container number as it is stored.
    var request: RequestBuilder {
        let type = words.dropLast().last ?? "", value = words.last ?? ""
        let name = String(type.folded.map { $0 == "-" || $0 == " " ? "_" : $0 })
        var request = RequestBuilder()
        request.text("type", name)
        request.text("value", name == ReferenceType.container.rawValue ? value.compactContainerNumber : value)
        return request
    }
}
