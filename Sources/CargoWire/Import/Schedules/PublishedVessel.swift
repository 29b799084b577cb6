import CargoApplication
import CargoDomain

/// The ship of a vessel schedule, and the numbers of its voyages.
struct PublishedVessel {
    /// The ship's name, for reports and details.
    let name: String?
    /// What of the ship can't be read: the schedule does without.
    private(set) var faults: [(code: DomainError.Code, path: String)] = []
    private let isDummy: Bool
    private let carrier: CarrierCode?
    private let imoNumber: IMONumber?
    private let mmsi: String?
    private let service: String?

    init(_ schedule: Foreign, service: String?) {
        // Some carriers put the ship in a member of its own.
        let ship = schedule["vessel"] ?? schedule
        isDummy = schedule["isDummyVessel"]?.isTrue ?? ship["isDummyVessel"]?.isTrue ?? false
        name = ship.text("vesselName", "name")
        self.service = service
        mmsi = ship.text("MMSINumber").flatMap { $0.utf8.count == 9 && $0.utf8.allSatisfy(\.isASCIIDigit) ? $0 : nil }

        let operated = ["vesselOperatorSMDGLinerCode", "vesselOperatorCarrierCode", "operatorCarrierCode"]
            // safe: a subscript by name gives nil for a member that isn't there
            .lazy.compactMap { schedule[$0] ?? ship[$0] }.first { $0.text != nil }
        var carrier: CarrierCode?
        if let operated, let text = operated.text?.inUpperCase, text != "TBD" {
            do throws(DomainError) { carrier = try CarrierCode(text) } catch { faults.append((error.code, operated.path)) }
        }
        self.carrier = carrier

        var imoNumber: IMONumber?
        // A placeholder has no number, whatever is written.
        if !isDummy, let written = ship["vesselIMONumber"] ?? ship["imoNumber"], let text = written.text {
            let digits = text.inUpperCase.hasPrefix("IMO") ? String(text.dropFirst(3).drop { $0 == " " }) : text
            do throws(DomainError) { imoNumber = try IMONumber(digits) } catch { faults.append((error.code, written.path)) }
        }
        self.imoNumber = imoNumber
    }

    /// Our number for a voyage of the ship.
    ///
    /// The ship and the carrier's number make it, because carriers count the voyages of each ship: `9778844-319W`. The ship is its IMO number,
    /// else its MMSI number. A ship that isn't named yet is its service, and its operator if that is known.
    /// - Throws: `voyage_number_invalid` if nothing says what ship it is.
    func voyageNumber(for number: String) throws(DomainError) -> VoyageNumber {
        if let ship = imoNumber?.text ?? mmsi { return try Self.number([ship], number) }
        if let first = unnamedNumbers(for: number).first { return first }
        guard let name else { throw .invalid(.voyageNumberInvalid, text: number) }
        return try Self.number([name], number)
    }

    /// The numbers that a voyage of a ship with a number may have from the time before the ship was named.
    func earlierNumbers(for number: String) -> [VoyageNumber] {
        let unnamed = unnamedNumbers(for: number)
        return imoNumber == nil && mmsi == nil ? Array(unnamed.dropFirst()) : unnamed
    }

    private func unnamedNumbers(for number: String) -> [VoyageNumber] {
        guard let service else { return [] }
        return [carrier.map { [$0.text, service] }, [service]].compactMap { parts in
            guard let parts else { return nil }
            do throws(DomainError) { return try Self.number(parts, number) } catch { return nil }
        }
    }

    /// What the schedule says of a voyage beside its calls.
    func details(for number: String) throws(DomainError) -> VoyageDetails? {
        let vesselName = name.flatMap { text in
            do throws(DomainError) { return try VesselName(text) } catch { return nil }
        }
        return try VoyageDetails(
            carrier: carrier,
            carrierVoyageNumbers: [try CarrierVoyageNumber(number)],
            mode: .vessel,
            vessel: imoNumber == nil && vesselName == nil ? nil : Vessel(imoNumber: imoNumber, name: vesselName)
        )
    }

    /// Joins parts to a number of ours.
    ///
    /// If that has other characters than numbers may have, or too many, the others become `_`, the end is cut, and a digest of the whole follows,
    /// so that different texts stay different.
    private static func number(_ parts: [String], _ number: String) throws(DomainError) -> VoyageNumber {
        let text = (parts + [number]).joined(separator: "-").inUpperCase
        let folded = String(decoding: text.utf8.map { isAllowed($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        guard folded != text || text.utf8.count > longest else { return try VoyageNumber(text) }
        let digits = String(digest(of: text), radix: 16, uppercase: true)
        let tail = "." + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return try VoyageNumber(String(folded.drop { $0 == "_" || $0 == "-" || $0 == "." }.prefix(longest - tail.count)) + tail)
    }

    /// What `VAL-ID-3` allows.
    private static let longest = 36

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isASCIIUppercase || byte.isASCIIDigit || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
    }

    /// FNV-1a of 32 bits, which stays the same in every process.
    private static func digest(of text: String) -> UInt32 {
        // safe: a byte fits in 32 bits
        text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}
