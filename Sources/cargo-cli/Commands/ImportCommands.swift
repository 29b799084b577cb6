import ArgumentParser
import CargoApplication
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct ImportLocationsCommand: ImportCommand {
    static let noun: Phrase = "locations"
    static let columns = ImportColumns.locations
    static let configuration: CommandConfiguration = described(
        "Import locations from a file.",
        """
        Reads CSV with the columns un_locode,name or the columns of UNECE's UN/LOCODE code list, or \
        NDJSON such as:
          {"name":"Stockholm","unLocode":"SESTO"}

        Invalid coordinates in a code list cause a warning. If a code is repeated, the first row counts.

        EXAMPLES
          cargo-cli location import code-list.csv --rejects bad.ndjson
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    func rowImport(_ kit: CargoKit, isDryRun: Bool) -> any RowImport { ImportLocations(kit, isDryRun: isDryRun) }
}

struct ImportVoyagesCommand: ImportCommand {
    static let noun: Phrase = "voyages"
    static let columns = ImportColumns.voyages
    static let configuration: CommandConfiguration = described(
        "Import voyages from a file.",
        """
        Reads CSV with these columns, one movement per row, each voyage's movements in order of travel:
          voyage_number,departure_location,departure_time,arrival_location,arrival_time
        Or NDJSON such as:
          {"schedule":[…],"voyageNumber":"V100"}

        An invalid row rejects its whole voyage.

        EXAMPLES
          cargo-cli voyage import voyages.csv --dry-run
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    func rowImport(_ kit: CargoKit, isDryRun: Bool) -> any RowImport { ImportVoyages(kit, isDryRun: isDryRun) }
}

struct ImportHandlingCommand: ImportCommand {
    static let noun: Phrase = "handling events"
    static let columns = ImportColumns.handlingEvents
    static let configuration: CommandConfiguration = described(
        "Import handling events from a file.",
        """
        Reads CSV with these columns:
          completion_time,tracking_id,type,un_locode,voyage_number
        Or NDJSON such as:
          {"completionTime":"2026-03-01T08:00:00Z","location":"HKHKG",
           "trackingId":"ABC123","type":"RECEIVE"}

        EXAMPLES
          cargo-cli handle import scans.csv
          tail -n +1 -f scans.ndjson | cargo-cli handle import - --format ndjson
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    func rowImport(_ kit: CargoKit, isDryRun: Bool) -> any RowImport { ImportHandlingEvents(kit, isDryRun: isDryRun) }
}
