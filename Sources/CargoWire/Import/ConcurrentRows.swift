extension Collection where Element: Sendable {
    /// Runs a step on each element, at most 64 at a time.
    /// - Returns: the outcomes, in the order of the elements.
    package func concurrently<Outcome: Sendable>(_ step: @escaping @Sendable (Element) async -> Outcome) async -> [Outcome] {
        let width = 64
        return await withTaskGroup(of: (place: Int, outcome: Outcome).self) { group in
            var outcomes = [Outcome?](repeating: nil, count: count)
            for (place, element) in enumerated() {
                // safe: a place is an element's, of which there are as many as outcomes
                if place >= width, let ended = await group.next() { outcomes[ended.place] = ended.outcome }
                group.addTask { (place, await step(element)) }
            }
            // safe: as above
            for await ended in group { outcomes[ended.place] = ended.outcome }
            return outcomes.compactMap(\.self)
        }
    }
}
