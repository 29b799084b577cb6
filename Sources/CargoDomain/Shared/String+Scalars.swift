/// Compares text by its Unicode scalars (VAL-TXT-1). `==` on `String` also treats composed and decomposed letters as equal, which other
/// platforms don't.
extension String {
    /// Returns whether both texts have the same Unicode scalars.
    package func hasSameScalars(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var mine = self
        var theirs = other
        return mine.withUTF8 { mine in theirs.withUTF8 { mine.elementsEqual($0) } }
    }

    /// Returns whether this text comes before the other in the order of their Unicode scalars, which is also the order of their UTF-8
    /// bytes.
    package func precedesByScalars(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
