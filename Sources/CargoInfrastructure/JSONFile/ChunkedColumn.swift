/// A growing list kept in pieces of up to 16 KB.
///
/// Growing never copies more than one piece, and neither does writing to a list of which a copy is kept elsewhere: a copy costs nothing,
/// so that it can be taken under a lock and looked at without it.
struct ChunkedColumn<Element: BitwiseCopyable & Sendable>: Sendable {
    /// The pieces; all but the last one are full.
    private(set) var chunks: [IndexChunk<Element>] = []
    private(set) var count = 0
    /// What lent pieces belong to.
    private var lender: SnapshotBytes?

    init() {}

    /// A list that stands in a snapshot.
    init(_ elements: UnsafeBufferPointer<Element>, of lender: SnapshotBytes) {
        self.lender = lender
        count = elements.count
        chunks = stride(from: 0, to: count, by: Self.chunkCount).map { start in
            .lent(UnsafeBufferPointer(rebasing: elements[start..<min(start + Self.chunkCount, elements.count)]))
        }
    }

    var isEmpty: Bool { count == 0 }

    /// How many elements a full piece has: a power of two.
    static var chunkCount: Int { 1 << shift }

    @inline(__always)
    private static var shift: Int { Int.bitWidth - 1 - ((16 << 10) / MemoryLayout<Element>.stride).leadingZeroBitCount }

    @inline(__always)
    subscript(place: Int) -> Element {
        get { chunks[place >> Self.shift][place & (Self.chunkCount - 1)] }
        set { chunks[place >> Self.shift][place & (Self.chunkCount - 1)] = newValue }
    }

    mutating func append(_ element: Element) {
        let chunk = startChunk()
        chunks[chunk].withOwn { $0.append(element) }
        count += 1
    }

    /// Appends elements that stand side by side in one piece; returns the place of the first one.
    mutating func append(together elements: UnsafeBufferPointer<Element>, filler: Element) -> Int {
        while Self.chunkCount - count % Self.chunkCount < elements.count { append(filler) }
        let place = count
        let chunk = startChunk()
        chunks[chunk].withOwn { $0.append(contentsOf: elements) }
        count += elements.count
        return place
    }

    /// The number of the piece that takes the next element.
    private mutating func startChunk() -> Int {
        let chunk = count >> Self.shift
        if chunk == chunks.count {
            var first: [Element] = []
            // The first piece grows as it must, so that a small list stays small.
            if chunk > 0 { first.reserveCapacity(Self.chunkCount) }
            chunks.append(.own(first))
        }
        return chunk
    }

    /// Lends elements that were appended together.
    @inline(__always)
    func withElements<Value>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Value) -> Value {
        let start = range.lowerBound & (Self.chunkCount - 1)
        return chunks[range.lowerBound >> Self.shift].withElements {
            precondition(start + range.count <= $0.count, "an index that was brought back is broken")
            return body(UnsafeBufferPointer(rebasing: $0[start..<start + range.count]))
        }
    }
}
