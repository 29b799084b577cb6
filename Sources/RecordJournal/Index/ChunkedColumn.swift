/// A growing array stored in chunks of up to 16 KB.
///
/// Appending never copies more than one chunk, and neither does writing to a column that shares its chunks with a copy. Copying a column is
/// cheap, so you can copy it under a lock and read the copy without the lock.
struct ChunkedColumn<Element: BitwiseCopyable & Sendable>: Sendable {
    /// The chunks; all but the last are full.
    private(set) var chunks: [IndexChunk<Element>] = []
    private(set) var count = 0
    /// Owns the memory of the lent chunks.
    private var lender: SnapshotBytes?

    init() {}

    /// Creates a column over elements stored in a snapshot, without copying them.
    init(_ elements: UnsafeBufferPointer<Element>, of lender: SnapshotBytes) {
        self.lender = lender
        count = elements.count
        chunks = stride(from: 0, to: count, by: Self.chunkCount).map { start in
            .lent(UnsafeBufferPointer(rebasing: elements[start..<min(start + Self.chunkCount, elements.count)]))
        }
    }

    var isEmpty: Bool { count == 0 }

    /// The number of elements in a full chunk, a power of two.
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

    /// Appends elements contiguously within one chunk, padding with `filler` if necessary.
    ///
    /// Returns the index of the first one.
    mutating func append(together elements: UnsafeBufferPointer<Element>, filler: Element) -> Int {
        while Self.chunkCount - count % Self.chunkCount < elements.count { append(filler) }
        let place = count
        let chunk = startChunk()
        chunks[chunk].withOwn { $0.append(contentsOf: elements) }
        count += elements.count
        return place
    }

    /// Returns the index of the chunk for the next element, creating that chunk if necessary.
    private mutating func startChunk() -> Int {
        let chunk = count >> Self.shift
        if chunk == chunks.count {
            var first: [Element] = []
            // The first chunk grows on demand, so that a small column stays small.
            if chunk > 0 { first.reserveCapacity(Self.chunkCount) }
            chunks.append(.own(first))
        }
        return chunk
    }

    /// Calls the body with elements that were appended together.
    @inline(__always)
    func withElements<Value>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Value) -> Value {
        let start = range.lowerBound & (Self.chunkCount - 1)
        return chunks[range.lowerBound >> Self.shift].withElements {
            precondition(start + range.count <= $0.count, "an index that was brought back is broken")
            return body(UnsafeBufferPointer(rebasing: $0[start..<start + range.count]))
        }
    }
}
