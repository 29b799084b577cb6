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
        Reads CSV with the header un_locode,name, or UNECE's UN/LOCODE code list, or NDJSON such as:
          {"name":"Stockholm","unLocode":"SESTO"}

        The form of a CSV file is found by looking at it. A code list may be the parts that UNECE \
        publishes, without a header, or a list with a header such as:
          Change,Country,Location,Name,NameWoDiacritics,…,Coordinates,Remarks
        Its text is UTF-8 or Windows-1252 (Latin-1). Its other columns are ignored.

        Countries, former names, entries marked for removal and other names of a code are skipped: of \
        the rows with one code, the first counts. Invalid coordinates cause a warning. In files with \
        un_locode,name, a repeated code is rejected.

        EXAMPLES
          cargo-cli location import code-list.csv --rejects bad.ndjson
          cargo-cli location import "2024-2 UNLOCODE CodeListPart"?.csv
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    func rowImport(_ kit: CargoKit, _ service: Backend.Service?, isDryRun: Bool) -> any RowImport {
        ImportLocations(kit, isDryRun: isDryRun)
    }
}

struct ImportVoyagesCommand: ImportCommand {
    static let noun: Phrase = "voyages"
    static let columns = ImportColumns.voyages
    static let readsSchedules = true
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

        --format ovs reads vessel schedules as carriers publish them (DCSA Operational Vessel Schedules \
        3.0, JSON). Each voyage number of a ship is a voyage, such as 9778844-319W. Planned times are its \
        schedule, estimated and actual ones port call reports. A newer file changes what it says \
        otherwise, and the cargos that this affects are listed; the same file changes nothing. With \
        --watch, it takes the files that end in .json.

        EXAMPLES
          cargo-cli voyage import voyages.csv --dry-run
          cargo-cli voyage import late-ships.csv --update
          cargo-cli voyage import --format ovs schedules.json
          cargo-cli voyage import --format ovs --watch schedules
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    @Flag(name: .customLong("update"), help: "Reschedule and describe known voyages that differ, and list the cargos that this affects.")
    var isUpdating = false

    /// An update with `--dry-run` runs on a store that keeps nothing, as it has to save voyages to find the cargos that this affects.
    func rowImport(_ kit: CargoKit, _ service: Backend.Service?, isDryRun: Bool) -> any RowImport {
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

    func rowImport(_ kit: CargoKit, _ service: Backend.Service?, isDryRun: Bool) -> any RowImport {
        service?.handlingEvents(isDryRun) ?? ImportHandlingEvents(kit, isDryRun: isDryRun)
    }
}

struct ImportBookingsCommand: ImportCommand {
    static let noun: Phrase = "bookings"
    static let columns = ImportColumns.bookings
    static let listsCargos = true
    static let configuration: CommandConfiguration = described(
        "Book the cargos of a file, and list their tracking ids.",
        """
        Reads CSV with these columns:
          origin,destination,arrival_deadline,customer_id
        And with these, if the file has them:
          tracking_id,idempotency_key,references
        Or NDJSON such as:
          {"arrivalDeadline":"2100-01-01T00:00:00Z","customerId":"ACME",
           "destination":"SESTO","origin":"HKHKG","references":["booking:ABC709951"]}

        A reference is written with its type, as in container:CSQU3054383; the types are container, \
        bill-of-lading, booking, customer and equipment. Several are separated by semicolons. In a file \
        with semicolons between its fields, put them in quotes.

        A row without an idempotency key is known again by its content. Two equal rows of a file are two \
        cargos, unless they have a key or a tracking id. A row that you change is another booking: give \
        rows an idempotency key if you mean to add references to them later.

        EXAMPLES
          cargo-cli book import bookings.csv --dry-run
          cargo-cli book import bookings.csv -o csv > booked.csv
        """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var options: ImportOptions

    func rowImport(_ kit: CargoKit, _ service: Backend.Service?, isDryRun: Bool) -> any RowImport {
        service?.bookings(isDryRun) ?? ImportBookings(kit, isDryRun: isDryRun)
    }
}
