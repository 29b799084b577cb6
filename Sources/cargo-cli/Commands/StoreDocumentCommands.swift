import ArgumentParser
import CargoDomain
import CargoInfrastructure
import CargoLocalization

struct ExportStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "export",
        abstract: "Print the whole store as one JSON document.",
        discussion: """
            The document is sorted, with each item on its own line, so that you can compare two exports. \
            It shows one state of the store only if nothing is written meanwhile. -o has no effect.

            EXAMPLES
              cargo-cli store export > backup.json
              diff <(cargo-cli store export --store json:a) \\
                <(cargo-cli store export --store json:b)
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        let store = try await session.directory()
        var outputFailure: CommandFailure?
        do throws(DomainError) {
            try await store.export { (piece) throws(DomainError) in
                do throws(CommandFailure) {
                    try session.console.write(piece)
                } catch {
                    outputFailure = error
                    throw .technical(.storeUnavailable, cause: "writing the output failed")
                }
            }
        } catch {
            throw outputFailure ?? CommandFailure(error)
        }
    }
}

struct ImportStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "import",
        abstract: "Fill an empty store from an export.",
        discussion: """
            Imports everything or nothing, with versions and the order of events. The whole document is \
            held in memory.

            EXAMPLES
              cargo-cli store import backup.json --store json:./restored
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "File with the export, or - for standard input.") var file: String

    func run(in session: Session) async throws(CommandFailure) {
        let store = try await session.directory(toWrite: !write.isDryRun)
        guard try await store.statistics().orFail().recordCount == 0 else {
            throw CommandFailure(
                .refused,
                code: "store_not_empty",
                localized("The store \(session.settings.store.description.visible) is not empty."),
                hint: localized("Import into a new store: --store json:PATH")
            )
        }
        let document = try InputFile.bytes(file, limit: 4 << 30)
        do throws(DomainError) {
            try await write.isDryRun ? JSONFileStore.checkDocument(document) : store.restore(document)
        } catch {
            throw CommandFailure(error)
        }
        session.console.note(
            write.isDryRun
                ? localized("The document is valid; nothing was written.")
                : localized("Imported the document into \(session.settings.store.description.visible).")
        )
    }
}
