/// The layouts that a kind of CSV file may have; the header determines which one applies.
package struct ImportColumns: Sendable {
    /// A column, identified by its name in the file.
    package struct Column: Sendable {
        package let name: String
        /// Whether the header must contain it.
        package let isRequired: Bool
        /// Whether to convert its values to upper case.
        package let isFolded: Bool

        package static func required(_ name: String, isFolded: Bool = false) -> Self {
            Self(name: name, isRequired: true, isFolded: isFolded)
        }

        package static func optional(_ name: String, isFolded: Bool = false) -> Self {
            Self(name: name, isRequired: false, isFolded: isFolded)
        }
    }

    /// The layouts, the usual one first.
    package let layouts: [[Column]]

    package init(_ layouts: [Column]...) { self.layouts = layouts }

    /// `un_locode,name`, or the columns of the code list that UNECE publishes.
    package static let locations = ImportColumns(
        [.required("un_locode", isFolded: true), .required("name")],
        [
            .optional("Change"), .required("Country", isFolded: true), .required("Location", isFolded: true), .required("Name"),
            .optional("NameWoDiacritics"), .optional("Subdivision"), .optional("Status"), .optional("Function"), .optional("Date"),
            .optional("IATA"), .optional("Coordinates"), .optional("Remarks"),
        ]
    )

    /// `voyage_number,departure_location,departure_time,arrival_location,arrival_time`.
    package static let voyages = ImportColumns([
        .required("voyage_number"), .required("departure_location", isFolded: true), .required("departure_time"),
        .required("arrival_location", isFolded: true), .required("arrival_time"),
    ])

    /// `completion_time,tracking_id,type,un_locode,voyage_number`.
    package static let handlingEvents = ImportColumns([
        .required("completion_time"), .required("tracking_id", isFolded: true), .required("type", isFolded: true),
        .required("un_locode", isFolded: true), .optional("voyage_number"),
    ])
}

/// The header of a file matches none of the layouts for its kind.
package struct HeaderFailure: Error, Hashable, Sendable {
    /// The nearest layout.
    package let expected: [String]
    /// Required columns that are missing.
    package let missing: [String]
    /// Columns that are unknown or duplicate.
    package let unexpected: [String]
    /// The text found in place of the header; nil if the file is empty.
    package let found: String?
}

/// The reason that reading a file of rows ended early.
package enum ImportReaderFailure: Error, Hashable, Sendable {
    case header(HeaderFailure)
    case source(ByteSourceFailure)
}
