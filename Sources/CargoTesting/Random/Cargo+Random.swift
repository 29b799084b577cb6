public import CargoDomain

extension Cargo {
    /// A cargo made by booking one and doing random things to it that the rules admit; not yet saved, its facts still with it.
    public static func random(using generator: inout some RandomNumberGenerator) -> Cargo {
        var life = RandomCargoLife(using: &generator)
        for _ in 0..<Int.random(in: 0...12, using: &generator) { life.step(using: &generator) }
        return life.cargo
    }
}
