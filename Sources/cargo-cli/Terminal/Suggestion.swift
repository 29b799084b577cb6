/// Finds the word that a mistyped one was meant to be.
enum Suggestion {
    /// The nearest candidate within an edit distance of a third of the word's letters (at least 1, at most 3).
    ///
    /// Failing that, the first candidate that begins with the word, if the word has at least 3 letters.
    static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        var best: (candidate: String, distance: Int)?
        let limit = max(1, min(3, word.unicodeScalars.count / 3))
        for candidate in candidates {
            let distance = distance(word.lowercased(), candidate.lowercased())
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate ?? candidates.first { word.count >= 3 && $0.hasPrefix(word) }
    }

    /// The edit distance: how many letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.unicodeScalars)
        let right = Array(right.unicodeScalars)
        // Rows are 1 to left.count and columns 1 to right.count; each list of costs has one more element.
        // safe throughout [row - 1]: a place in left
        // safe throughout [row - 2]: a place in left, where row is more than 1
        // safe throughout [column]: a place in a list of costs
        // safe throughout [column - 1]: a place in right, and in a list of costs
        // safe throughout [column - 2]: a place in right and in a list of costs, where column is more than 1
        // safe throughout [right.count]: the last place in a list of costs
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 1..<(left.count + 1) {
            var current = [row] + Array(repeating: 0, count: right.count)
            for column in 1..<(right.count + 1) {
                let isSame = left[row - 1] == right[column - 1]
                var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    cost = min(cost, beforeLast[column - 2] + 1)
                }
                current[column] = cost
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
