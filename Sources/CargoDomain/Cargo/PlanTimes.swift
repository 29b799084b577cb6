/// A time for each entry of a plan, by the entry's index; entries without one have `nil`.
struct PlanTimes {
    private var times: [Instant?] = []

    subscript(entry: Int) -> Instant? {
        get { times.indices.contains(entry) ? times[entry] : nil }
        set {
            while times.count <= entry { times.append(nil) }
            times[entry] = newValue
        }
    }
}
