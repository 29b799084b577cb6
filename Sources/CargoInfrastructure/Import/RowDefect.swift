/// A defect in the format of a row.
package enum RowDefect: String, Hashable, Sendable, CaseIterable {
    /// The file ends inside quotes that were opened in this row.
    case openQuote = "quote_not_closed"
    /// An unquoted field contains a quote, or text follows a closing quote.
    case strayQuote = "quote_misplaced"
    /// The bytes aren't valid UTF-8.
    case encoding = "encoding_invalid"
    /// The row is too long.
    case tooLong = "row_too_long"
    /// The row has fewer fields than the header.
    case tooFewFields = "row_too_short"
    /// The row has more fields than the header.
    case tooManyFields = "row_too_wide"
}
