/// A dictionary that can be iterated in the order of its keys.
///
/// Reading and writing a value take constant time. Keys that arrive in ascending order are appended; other keys are collected and merged
/// when the order is next needed.
struct OrderedTable<Key: Hashable & Comparable & Sendable, Value: Sendable>: Sendable {
    private var values: [Key: Value] = [:]
    private var sorted: [Key] = []
    private var unsorted: [Key] = []

    subscript(key: Key) -> Value? {
        get { values[key] }
        set {
            guard let newValue else { preconditionFailure("Use removeAll(where:)") }
            guard values.updateValue(newValue, forKey: key) == nil else { return }
            if unsorted.isEmpty, sorted.last.map({ $0 < key }) ?? true { sorted.append(key) } else { unsorted.append(key) }
        }
    }

    /// Returns all keys in order, or those after `key`.
    mutating func keys(after key: Key? = nil) -> ArraySlice<Key> {
        sortIn()
        guard let key else { return sorted[...] }
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] > key { high = middle } else { low = middle + 1 }
        }
        return sorted[low...]
    }

    /// Takes out the values that match a condition, in time proportional to the number of values, and returns their keys in order.
    mutating func removeAll(where isGone: (Value) -> Bool) -> [Key] {
        let gone = keys().filter { values[$0].map(isGone) ?? false }
        for key in gone { values[key] = nil }
        if !gone.isEmpty { sorted.removeAll { values[$0] == nil } }
        return gone
    }

    private mutating func sortIn() {
        guard !unsorted.isEmpty else { return }
        unsorted.sort()
        var merged: [Key] = []
        merged.reserveCapacity(sorted.count + unsorted.count)
        var rest = sorted[...]
        for key in unsorted {
            while let first = rest.first, first < key { merged.append(rest.removeFirst()) }
            merged.append(key)
        }
        merged.append(contentsOf: rest)
        sorted = merged
        unsorted = []
    }
}
