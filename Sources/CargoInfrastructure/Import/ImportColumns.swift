import CargoDomain
import CargoWire

/// The layouts that a kind of CSV file may have; the header determines which one applies.
package struct ImportColumns: Sendable {
    /// A column.
    package struct Column: Sendable {
        /// The kit's name.
        package let name: String
        /// The name in the file.
        package private(set) var header: String
        /// Whether the header must contain it.
        package let isRequired: Bool
        /// Whether to convert its values to upper case.
        package let isFolded: Bool
        /// The column with the place where a time is local; nil if the values aren't times.
        package let place: String?

        package static func required(_ name: String, isFolded: Bool = false) -> Self {
            Self(name: name, header: name, isRequired: true, isFolded: isFolded, place: nil)
        }

        package static func optional(_ name: String, isFolded: Bool = false) -> Self {
            Self(name: name, header: name, isRequired: false, isFolded: isFolded, place: nil)
        }

        /// A required column with times.
        package static func time(_ name: String, at place: String) -> Self {
            Self(name: name, header: name, isRequired: true, isFolded: false, place: place)
        }

        /// The column with another name in the file.
        fileprivate func named(_ header: String) -> Self {
            var column = self
            column.header = header
            return column
        }
    }

    /// A layout: columns, and what its files are like beside them.
    package struct Layout: Sendable {
        /// The columns, in their usual order.
        let columns: [Column]
        /// Whether it is the layout of UNECE's code list (``CodeListLayout``).
        let isCodeList: Bool
        /// Whether the file may have columns that aren't imported.
        let ignoresOthers: Bool
        /// The columns that it must not have, because a mapping gives them a value; in upper case.
        let refused: Set<String>
    }

    /// The usual layout.
    let usual: Layout
    /// The layout of the code list, if files of this kind may have it.
    let codeList: Layout?
    /// The fields of the request, by the kit's names of the columns; a column that isn't listed has the field's name.
    package let fields: [String: String]

    private init(
        _ columns: [Column],
        ignoresOthers: Bool = false,
        refused: [String] = [],
        codeList: [Column]? = nil,
        fields: [String: String] = [:]
    ) {
        usual = Layout(columns: columns, isCodeList: false, ignoresOthers: ignoresOthers, refused: Set(refused.map(\.inUpperCase)))
        self.codeList = codeList.map { Layout(columns: $0, isCodeList: true, ignoresOthers: true, refused: []) }
        self.fields = fields
    }

    /// The layouts, the usual one first.
    var layouts: [Layout] { [usual] + (codeList.map { [$0] } ?? []) }

    /// The columns that a mapping can change: those of the first layout.
    package var mappable: [Column] { usual.columns }

    /// The first layout, with the names of a mapping and without its constants.
    package func mapped(by mapping: ImportMapping) -> ImportColumns {
        ImportColumns(
            mappable.filter { mapping.constants[$0.name] == nil }.map { $0.named(mapping.columns[$0.name] ?? $0.name) },
            ignoresOthers: mapping.ignoresOthers,
            refused: Array(mapping.constants.keys),
            fields: fields
        )
    }

    /// `un_locode,name`, or the columns of the code list that UNECE publishes.
    package static let locations = ImportColumns(
        [.required("un_locode", isFolded: true), .required("name")],
        codeList: CodeListLayout.columns,
        fields: ImportLocations.columns
    )

    /// `voyage_number,departure_location,departure_time,arrival_location,arrival_time`, and the voyage's details if the file has them.
    package static let voyages = ImportColumns(
        [
            .required("voyage_number"), .required("departure_location", isFolded: true), .time("departure_time", at: "departure_location"),
            .required("arrival_location", isFolded: true), .time("arrival_time", at: "arrival_location"),
            .optional("carrier", isFolded: true), .optional("carrier_voyage_numbers"), .optional("mode", isFolded: true),
            .optional("vessel_imo"), .optional("vessel_name"),
        ],
        fields: ImportVoyages.columns
    )

    /// `completion_time,tracking_id,type,un_locode,voyage_number`.
    package static let handlingEvents = ImportColumns(
        [
            .time("completion_time", at: "un_locode"), .required("tracking_id", isFolded: true), .required("type", isFolded: true),
            .required("un_locode", isFolded: true), .optional("voyage_number"),
        ],
        fields: ImportHandlingEvents.columns
    )

    /// `origin,destination,arrival_deadline,customer_id`, and `tracking_id`, `idempotency_key` and `references` if the file has them.
    package static let bookings = ImportColumns(
        [
            .required("origin", isFolded: true), .required("destination", isFolded: true), .time("arrival_deadline", at: "destination"),
            .required("customer_id"), .optional("tracking_id", isFolded: true), .optional("idempotency_key"), .optional("references"),
        ],
        fields: ImportBookings.columns
    )
}

/// The header of a file matches none of the layouts for its kind.
package struct HeaderFailure: Error, Hashable, Sendable {
    /// The nearest layout.
    package let expected: [String]
    /// Whether a row of UNECE's code list could stand in the header's place.
    package let allowsCodeList: Bool
    /// Required columns that are missing.
    package let missing: [String]
    /// Columns that are unknown or duplicate.
    package let unexpected: [String]
    /// The text found in place of the header; nil if the file is empty.
    package let found: String?
    /// The 1-based line of the text.
    package let line: Int
}

/// The reason that reading a file of rows ended early.
package enum ImportReaderFailure: Error, Hashable, Sendable {
    /// The file isn't text of rows.
    case format(ForeignFormat)
    case header(HeaderFailure)
    case source(ByteSourceFailure)
}
