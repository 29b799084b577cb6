#if CLI
import ArgumentParser
import CargoApplication
import CargoInfrastructure

struct ImportLocationsCommand: ImportCommand {
    static let noun = "locations"
    static let columns = ImportColumns.locations
    static let configuration: CommandConfiguration = described(
        "Import locations from a file.",
        """
        CSV with the columns un_locode,name, or with those of the UN/LOCODE code list that UNECE publishes; or lines of JSON such as
        {"name":"Stockholm","unLocode":"SESTO"}. Wrong coordinates in a code list are a warning; of a repeated code the first row counts.

        EXAMPLES
          cargo-cli location import code-list.csv --rejects bad.ndjson
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    func rowImport(_ environment: Environment, isDryRun: Bool) -> any RowImport { ImportLocations(environment, isDryRun: isDryRun) }
}

struct ImportVoyagesCommand: ImportCommand {
    static let noun = "voyages"
    static let columns = ImportColumns.voyages
    static let configuration: CommandConfiguration = described(
        "Import voyages from a file.",
        """
        CSV with the columns voyage_number,departure_location,departure_time,arrival_location,arrival_time, the movements of a voyage one
        after the other; or lines of JSON such as {"schedule":[…],"voyageNumber":"V100"}. A bad row rejects its whole voyage.

        EXAMPLES
          cargo-cli voyage import voyages.csv --dry-run
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    func rowImport(_ environment: Environment, isDryRun: Bool) -> any RowImport { ImportVoyages(environment, isDryRun: isDryRun) }
}

struct ImportHandlingCommand: ImportCommand {
    static let noun = "handling events"
    static let columns = ImportColumns.handlingEvents
    static let configuration: CommandConfiguration = described(
        "Import what was done to cargos from a file.",
        """
        CSV with the columns completion_time,tracking_id,type,un_locode,voyage_number; or lines of JSON such as
        {"completionTime":"2026-03-01T08:00:00Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}.

        EXAMPLES
          cargo-cli handle import scans.csv
          tail -n +1 -f scans.ndjson | cargo-cli handle import - --format ndjson
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    func rowImport(_ environment: Environment, isDryRun: Bool) -> any RowImport { ImportHandlingEvents(environment, isDryRun: isDryRun) }
}
#endif
