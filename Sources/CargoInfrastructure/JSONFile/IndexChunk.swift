/// A piece of an index: of its own, or lent by a snapshot until somebody writes to it.
///
/// `@unchecked Sendable`: lent elements are never written to, and whoever holds a lent piece also holds the snapshot's bytes
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

    /// A pointer does not look where it is led; a snapshot made up by somebody must not lead it astray.
    @inline(__always)
    private func checked(_ place: Int) -> Int {
        precondition(place >= 0 && place < count, "an index that was brought back is broken")
        return place
    }

    /// Lends the elements for writing; copies them first where others see them too.
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

    /// Lends the elements for reading.
    @inline(__always)
    func withElements<Value>(_ body: (UnsafeBufferPointer<Element>) -> Value) -> Value {
        switch self {
        case .own(let elements): elements.withUnsafeBufferPointer(body)
        case .lent(let elements): body(elements)
        }
    }
}
