import CargoDomain
import CargoLocalization

/// Rows under headings, with every column as wide as its widest cell.
struct Table {
    /// A heading, and whether the cells are numbers, which align right.
    struct Column {
        let title: String
        let isNumeric: Bool

        init(_ title: Phrase, isNumeric: Bool = false) {
            self.title = localized(title)
            self.isNumeric = isNumeric
        }
    }

    /// A cell's text and style.
    struct Cell: ExpressibleByStringLiteral {
        let text: String
        let style: Style?

        init(_ text: String, _ style: Style? = nil) {
            self.text = text.visible
            self.style = style
        }

        init(stringLiteral text: String) { self.init(text) }
    }

    let columns: [Column]
    var rows: [[Cell]] = []
    /// The indentation of the whole table, in columns.
    var indent = 0

    init(_ columns: [Column], indent: Int = 0) {
        self.columns = columns
        self.indent = indent
    }

    /// The lines of the table, each with a newline and without trailing spaces.
    func render(_ palette: Palette) -> String {
        var widths = columns.map { DisplayWidth.of($0.title) }
        for row in rows {
            // safe: a row has as many cells as there are columns
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], DisplayWidth.of(cell.text)) }
        }
        var text = line(columns.map { Cell($0.title, .bold) }, widths, palette)
        for row in rows { text += line(row, widths, palette) }
        return text
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ palette: Palette) -> String {
        var line = ""
        var gap = indent
        for (index, cell) in cells.enumerated() {
            // safe: a row has as many cells as there are columns
            let room = widths[index] - DisplayWidth.of(cell.text)
            // safe: a row has as many cells as there are columns
            if columns[index].isNumeric { gap += room }
            if !cell.text.isEmpty {
                line += String(repeating: " ", count: gap) + (cell.style.map { palette($0, cell.text) } ?? cell.text)
                gap = 0
            }
            // safe: a row has as many cells as there are columns
            gap += columns[index].isNumeric ? 2 : room + 2
        }
        return line + "\n"
    }
}
