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

        Further columns of a voyage's first row are its details; all are optional:
          carrier,carrier_voyage_numbers,mode,vessel_imo,vessel_name
        Several numbers are separated by |, such as 052W|053E. In NDJSON, they are a member: \
        "details":{"carrier":"MAEU","carrierVoyageNumbers":["052W","053E"]}.

        An invalid row rejects its whole voyage. A known voyage with another schedule or other details \
        is rejected. With --update, it is rescheduled or described, and the cargos that this affects are \
        listed. If that is interrupted, complete it with 'voyage reschedule'.

        EXAMPLES
          cargo-cli voyage import voyages.csv --dry-run
          cargo-cli voyage import late-ships.csv --update
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    @Flag(name: .customLong("update"), help: "Reschedule and describe known voyages that differ, and list the cargos that this affects.")
    var isUpdating = false

    /// An update with `--dry-run` runs on a store that keeps nothing, as it has to save voyages to find the cargos that this affects.
    func rowImport(_ kit: CargoKit, isDryRun: Bool) -> any RowImport {
        ImportVoyages(kit, isDryRun: isDryRun && !isUpdating, updatesKnown: isUpdating)
    }
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
