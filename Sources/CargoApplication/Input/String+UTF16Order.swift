/// The order of names that RFC 8785 asks for.
extension String {
    /// Whether this text comes before the other by UTF-16 code units.
    ///
    /// It is the order of the UTF-8 bytes, but that a supplementary character (in UTF-16 a surrogate pair, from 0xD800) comes before
    /// U+E000 to U+FFFF.
    package func precedesByUTF16(_ other: String) -> Bool {
        var mine = utf8.makeIterator()
        var theirs = other.utf8.makeIterator()
        while true {
            guard let their = theirs.next() else { return false }
            guard let my = mine.next() else { return true }
            if my != their {
                let areBothHigh = my >= 0xEE && their >= 0xEE
                return areBothHigh && (my >= 0xF0) != (their >= 0xF0) ? my > their : my < their
            }
        }
    }
}
