import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct SubstituteVoyageCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "substitute",
        abstract: "Put a leg of cargos' routes on another voyage.",
        discussion: """
            For a cargo that was rolled over, or a ship that was replaced. The leg keeps its ports and its \
            planned times, which were promised. To move all cargos that wait for a voyage, use \
            'voyage roll-over'.

            EXAMPLES
              cargo-cli route substitute ABC123 --leg 2 --voyage V210
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var cargos: CargoNames
    @Option(help: .init("Number of the leg, starting at 1.", valueName: "n")) var leg: Int64
    @Option(help: .init("Number of the voyage that carries the cargo instead.", valueName: "number")) var voyage: String

    func validate() throws {
        if leg < 1 { throw ValidationError(localized("--leg must be at least 1")) }
    }

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.number("leg", leg - 1)
        request.text("voyageNumber", voyage)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let note = localized("Leg \(leg) is on voyage \(voyage.trimmed).")
        try await session.change(try cargos.chosen(), in: desk, note, isDryRun: write.isDryRun) {
            [request] (id) async throws(CommandFailure) in
            do throws(CommandFailure) {
                return try await desk.perform(SubstituteVoyage.self, request, cargo: id)
            } catch {
                guard error.code == DomainError.Code.integerOutOfRange.rawValue else { throw error }
                // The error counts legs from 0.
                throw CommandFailure(
                    error.status,
                    code: error.code,
                    localized("\(id.folded) has no leg \(leg)."),
                    hint: localized("Run 'cargo-cli track \(id.folded)' to see its route.")
                )
            }
        }
    }
}
