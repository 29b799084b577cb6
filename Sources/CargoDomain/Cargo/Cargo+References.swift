extension Cargo {
    /// How many references a cargo can have (REF-2).
    public static let referenceLimit = 100

    /// Adds a reference in its place, and raises `ReferenceAdded` (REF-3).
    ///
    /// A cargo that has the reference already stays as it is (CRG-0). The state of the cargo doesn't matter.
    /// - Throws: `references_too_many`; `container_already_assigned` for a second box.
    public func adding(_ reference: CargoReference) throws(DomainError) -> Cargo {
        guard !references.contains(reference) else { return self }
        guard references.count < Self.referenceLimit else { throw .rule(.referencesTooMany) }
        guard !reference.type.isBox || !references.contains(where: { $0.type.isBox }) else { throw .rule(.containerAlreadyAssigned) }
        let place = references.firstIndex { reference < $0 } ?? references.endIndex
        return with { $0.references.insert(reference, at: place) }.raising([.referenceAdded(reference: reference)])
    }

    /// Removes a reference, and raises `ReferenceRemoved` (REF-4).
    ///
    /// A cargo that doesn't have the reference stays as it is (CRG-0). The state of the cargo doesn't matter.
    public func removing(_ reference: CargoReference) -> Cargo {
        guard references.contains(reference) else { return self }
        return with { $0.references.removeAll { $0 == reference } }.raising([.referenceRemoved(reference: reference)])
    }

    /// Checks that references are in order, all different and not too many (REF-2).
    /// - Throws: `corrupt_record` with rule `REF-2`.
    package static func check(_ references: [CargoReference]) throws(DomainError) {
        guard references.count <= referenceLimit, zip(references, references.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw .corruptRecord(rule: "REF-2")
        }
    }
}
