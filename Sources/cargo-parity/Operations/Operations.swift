import CargoDomain
import CargoWire

/// An operation of a step.
///
/// It gets the world and the step's arguments, which are not validated.
typealias Operation = @Sendable (ParityWorld, Input) async throws(DomainError) -> Answer

/// All operations of the protocol, by name.
enum Operations {
    static let all: [String: Operation] = Dictionary(
        uniqueKeysWithValues: parsing + creation + rules + voyage + cargo + routing + repository + cache + useCases
    )

    /// The names in ASCII order.
    static let names = all.keys.sorted { $0.precedesByScalars($1) }

    /// An operation whose arguments are an object of this shape; the whole shape is checked before any value is read.
    static func members(
        _ fields: Shape.Field...,
        perform: @escaping @Sendable (ParityWorld, Input) async throws(DomainError) -> Answer
    ) -> Operation {
        let shape = Shape.object(fields.sorted { $0.name.precedesByScalars($1.name) })
        return { (world, args) async throws(DomainError) in
            try shape.check(args)
            return try await perform(world, args)
        }
    }
}
