extension Array where Element: Sendable {
    /// Runs a step on each element, at most 64 at a time.
    /// - Returns: the outcomes, in the order in which the steps ended.
    func concurrently<Outcome: Sendable>(_ step: @escaping @Sendable (Element) async -> Outcome) async -> [Outcome] {
        let width = 64
        return await withTaskGroup(of: Outcome.self) { group in
            var outcomes: [Outcome] = []
            for (index, element) in enumerated() {
                if index >= width, let outcome = await group.next() { outcomes.append(outcome) }
                group.addTask { await step(element) }
            }
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }
}
