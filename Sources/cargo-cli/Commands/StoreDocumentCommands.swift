#if CLI
import ArgumentParser
import CargoDomain
import CargoInfrastructure

struct ExportStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print everything that is stored as one JSON document.",
        discussion: """
            Sorted, and each item on a line of its own, so that two exports can be compared. It shows one state of the store if nobody writes
            meanwhile. -o makes no difference.

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
                    throw .technical(.storeUnavailable, cause: "the output failed")
                }
            }
        } catch {
            throw outputFailure ?? CommandFailure(error)
        }
    }
}

struct ImportStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Fill an empty store with an export.",
        discussion: """
            All of it or nothing, with its versions and the order of its events. The document is held in memory as a whole.

            EXAMPLES
              cargo-cli store import backup.json --store json:./restored
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "The document; - for standard input.") var file: String

    func run(in session: Session) async throws(CommandFailure) {
        let store = try await session.directory(toWrite: !write.isDryRun)
        guard try await store.statistics().orFail().recordCount == 0 else {
            throw CommandFailure(
                .refused,
                code: "store_not_empty",
                "The store holds something already.",
                hint: "Import into a new one: --store json:PATH"
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
                ? "The document is fine; nothing was written." : "The store \(session.settings.store.description.visible) is filled."
        )
    }
}
#endif
