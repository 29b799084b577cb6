public import CargoDomain

extension Cargo {
    /// Returns an unsaved cargo that was booked and then changed at random within the rules.
    ///
    /// It still carries its raised facts.
    public static func random(using generator: inout some RandomNumberGenerator) -> Cargo {
        var life = RandomCargoLife(using: &generator)
        for _ in 0..<Int.random(in: 0...12, using: &generator) { life.step(using: &generator) }
        return life.cargo
    }
}
