/// Text by its Unicode scalars (VAL-TXT-1): `==` on `String` takes composed and decomposed letters for equal, which two platforms do not share.
extension String {
    /// Whether both texts are the same sequence of Unicode scalars.
    package func hasSameScalars(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var mine = self
        var theirs = other
        return mine.withUTF8 { mine in theirs.withUTF8 { mine.elementsEqual($0) } }
    }

    /// Whether this text comes before the other by Unicode scalars (UTF-8 bytes order alike).
    package func precedesByScalars(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
