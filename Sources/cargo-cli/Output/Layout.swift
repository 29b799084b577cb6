import CargoInfrastructure
import CargoLocalization
import CargoWire

/// The columns for items of one kind, in tables and in CSV.
///
/// A column without a title isn't in tables; one without a name isn't in CSV.
struct Layout<Item>: Sendable {
    /// A column: its heading in tables, its CSV name, and an item's text in it.
    struct Column: Sendable {
        let title: String
        let name: String
        let isNumeric: Bool
        let cell: @Sendable (Item) -> Table.Cell
        let value: @Sendable (Item) -> String

        /// A column with the same text in tables and CSV.
        init(_ title: String, _ name: String, isNumeric: Bool = false, _ value: @escaping @Sendable (Item) -> String) {
            self.init(title, name, isNumeric: isNumeric, cell: { Table.Cell(value($0)) }, value: value)
        }

        /// A column of CSV only.
        static func csv(_ name: String, _ value: @escaping @Sendable (Item) -> String) -> Self { .init("", name, value) }

        /// A column of tables only.
        static func table(_ title: String, _ cell: @escaping @Sendable (Item) -> Table.Cell) -> Self {
            .init(title, "", cell: cell) { _ in "" }
        }

        init(
            _ title: String,
            _ name: String,
            isNumeric: Bool = false,
            cell: @escaping @Sendable (Item) -> Table.Cell,
            value: @escaping @Sendable (Item) -> String
        ) {
            self.title = title
            self.name = name
            self.isNumeric = isNumeric
            self.cell = cell
            self.value = value
        }
    }

    let columns: [Column]

    init(_ columns: Column...) { self.columns = columns }

    init(_ columns: [Column]) { self.columns = columns }

    /// An empty table with these columns.
    func table(indent: Int = 0) -> Table {
        Table(shown.map { Table.Column(Phrase(of: $0.title), isNumeric: $0.isNumeric) }, indent: indent)
    }

    /// An item's cells.
    func cells(_ item: Item) -> [Table.Cell] { shown.map { $0.cell(item) } }

    /// The items in a table; empty text for none.
    func text(_ items: [Item], _ palette: Palette) -> String {
        guard !items.isEmpty else { return "" }
        var table = table()
        table.rows = items.map(cells)
        return table.render(palette)
    }

    var csvHeader: String { CSVLine.text(exported.map(\.name)) }

    /// An item as a line of CSV.
    /// - Parameter isExact: whether texts that a spreadsheet would run stay as they are.
    func csv(_ item: Item, isExact: Bool) -> String { CSVLine.text(exported.map { $0.value(item) }, isExact: isExact) }

    private var shown: [Column] { columns.filter { !$0.title.isEmpty } }
    private var exported: [Column] { columns.filter { !$0.name.isEmpty } }
}
