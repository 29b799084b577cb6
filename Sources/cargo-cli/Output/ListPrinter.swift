import CargoWire

/// Prints a list of items in the requested format.
///
/// Items are written as they come, except in a table, which needs all of them for its column widths.
struct ListPrinter<Item: CanonicallyEncodable> {
    private let console: Console
    private let format: OutputFormat
    private let layout: Layout<Item>
    private var table: Table
    private(set) var count = 0

    init(_ console: Console, _ format: OutputFormat, _ layout: Layout<Item>) {
        self.console = console
        self.format = format
        self.layout = layout
        table = layout.table()
    }

    /// Prints an item.
    mutating func add(_ item: Item) throws(CommandFailure) {
        switch format {
        case .table: table.rows.append(layout.cells(item))
        case .json:
            try console.write(count == 0 ? "[" : ",")
            try console.write(json: item)
        case .ndjson:
            try console.write(json: item)
            try console.write("\n")
        case .csv:
            if count == 0 { try console.write(layout.csvHeader) }
            try console.write(layout.csv(item, isExact: console.isExact))
        }
        count += 1
    }

    /// Ends the list.
    ///
    /// An empty list is `[]` in JSON, a header in CSV, and the note on standard error for a table.
    func finish(nothing note: String) throws(CommandFailure) {
        switch format {
        case .table: if count == 0 { console.note(note) } else { try console.write(table.render(console.palette)) }
        case .json: try console.write(count == 0 ? "[]\n" : "]\n")
        case .ndjson: break
        case .csv: if count == 0 { try console.write(layout.csvHeader) }
        }
    }
}

extension Console {
    /// Writes a value as canonical JSON.
    func write(json value: some CanonicallyEncodable) throws(CommandFailure) {
        var writer = JSONWriter()
        value.write(to: &writer)
        try writer.withBytes { (bytes) throws(CommandFailure) in try write(bytes) }
    }

    /// Writes one value in the requested format; `text` is its form in the table format.
    func print<Item: CanonicallyEncodable>(
        _ item: Item,
        as format: OutputFormat,
        _ layout: Layout<Item>,
        text: () -> String
    ) throws(CommandFailure) {
        switch format {
        case .table: try write(text())
        case .json, .ndjson:
            try write(json: item)
            try write("\n")
        case .csv: try write(layout.csvHeader + layout.csv(item, isExact: isExact))
        }
    }
}
