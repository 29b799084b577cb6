import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct ReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Add and remove a cargo's references, such as container and booking numbers.",
        subcommands: [AddReferenceCommand.self, RemoveReferenceCommand.self]
    )
}

struct AddReferenceCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "add",
        abstract: "Add a container number, a document's number or the customer's reference to a cargo.",
        discussion: """
            Types are container, bill-of-lading, booking, customer, and equipment for a box without a container \
            number. Spaces, hyphens and lower case are ignored in container numbers. A cargo has one box at a time: \
            remove its number before you add another.

            EXAMPLES
              cargo-cli reference add ABC123 container "CSQU 305438 3"
              cargo-cli track CSQU3054383
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var reference: ReferenceArguments

    func run(in session: Session) async throws(CommandFailure) {
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let changed = try await AddReference(kit).execute(reference.request, cargo: reference.id, in: kit)
        try session.print(changed, localized("Reference added."), isDryRun: write.isDryRun)
    }
}

struct RemoveReferenceCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "remove",
        abstract: "Remove a reference from a cargo.",
        discussion: """
            EXAMPLES
              cargo-cli reference remove ABC123 booking ABC709951
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var reference: ReferenceArguments

    func run(in session: Session) async throws(CommandFailure) {
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let changed = try await RemoveReference(kit).execute(reference.request, cargo: reference.id, in: kit)
        try session.print(changed, localized("Reference removed."), isDryRun: write.isDryRun)
    }
}

/// A cargo and a reference, as arguments.
struct ReferenceArguments: ParsableArguments {
    @Argument(help: "Tracking id of the cargo, or another reference that no other cargo has.") var id: String
    @Argument(help: "Type of the reference: container, bill-of-lading, booking, customer or equipment.") var type: String
    @Argument(help: "The reference.") var value: String

    /// The fields of the request, with a container number as it is stored.
    var request: RequestBuilder {
        let name = String(type.folded.map { $0 == "-" || $0 == " " ? "_" : $0 })
        var request = RequestBuilder()
        request.text("type", name)
        request.text("value", name == ReferenceType.container.rawValue ? value.compactContainerNumber : value)
        return request
    }
}
