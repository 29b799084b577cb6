/// A chunk of an index column: owned, or lent by a snapshot until it is first written to.
///
/// `@unchecked Sendable`: lent elements are never written to, and every owner of a lent chunk also retains the snapshot's bytes
/// (`ChunkedColumn.lender`, `NameTable.lender`).
enum IndexChunk<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    case own([Element])
    case lent(UnsafeBufferPointer<Element>)

    static var empty: Self { .lent(UnsafeBufferPointer(start: nil, count: 0)) }

    var count: Int {
        switch self {
        case .own(let elements): elements.count
        case .lent(let elements): elements.count
        }
    }

    @inline(__always)
    subscript(place: Int) -> Element {
        get {
            switch self {
            case .own(let elements): elements[place]
            case .lent(let elements): elements[checked(place)]
            }
        }
        set { withOwn { $0[place] = newValue } }
    }

    /// Checks the bounds, which a buffer pointer doesn't do in release builds: a forged snapshot must not cause reads outside the buffer.
    @inline(__always)
    private func checked(_ place: Int) -> Int {
        precondition(place >= 0 && place < count, "an index that was brought back is broken")
        return place
    }

    /// Calls the body with the elements for writing, copying them first if they are shared or lent.
    mutating func withOwn(_ body: (inout [Element]) -> Void) {
        var elements: [Element]
        switch self {
        case .own(let own): elements = own
        case .lent(let lent): elements = Array(lent)
        }
        self = .empty
        body(&elements)
        self = .own(elements)
    }

    /// Calls the body with the elements for reading.
    @inline(__always)
    func withElements<Value>(_ body: (UnsafeBufferPointer<Element>) -> Value) -> Value {
        switch self {
        case .own(let elements): elements.withUnsafeBufferPointer(body)
        case .lent(let elements): body(elements)
        }
    }
}
