/// What is wrong with a row of a file before anybody looks at what it says.
package enum RowDefect: String, Hashable, Sendable, CaseIterable {
    /// The file ends inside quotes that were opened in this row.
    case openQuote = "quote_not_closed"
    /// A quote in a field that has none around it, or something between a closing quote and the next comma.
    case strayQuote = "quote_misplaced"
    /// The bytes are no UTF-8.
    case encoding = "encoding_invalid"
    /// The row is larger than a row may be.
    case tooLong = "row_too_long"
    /// The row has fewer fields than the header.
    case tooFewFields = "row_too_short"
    /// The row has more fields than the header.
    case tooManyFields = "row_too_wide"
}
