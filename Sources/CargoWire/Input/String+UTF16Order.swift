/// The order of member names in canonical JSON (RFC 8785).
extension String {
    /// Whether this text comes before the other by UTF-16 code units.
    ///
    /// This is the order of the UTF-8 bytes, except that supplementary characters (surrogate pairs in UTF-16, from 0xD800) come before U+E000
    /// to U+FFFF.
    package func precedesByUTF16(_ other: String) -> Bool {
        var mine = self
        var theirs = other
        return mine.withUTF8 { mine in
            theirs.withUTF8 { theirs in
                let common = min(mine.count, theirs.count)
                // safe: common is the smaller count
                guard let place = (0..<common).first(where: { mine[$0] != theirs[$0] }) else { return mine.count < theirs.count }
                // safe: place is less than both counts
                let (my, their) = (mine[place], theirs[place])
                let areBothHigh = my >= 0xEE && their >= 0xEE
                return areBothHigh && (my >= 0xF0) != (their >= 0xF0) ? my > their : my < their
            }
        }
    }
}
