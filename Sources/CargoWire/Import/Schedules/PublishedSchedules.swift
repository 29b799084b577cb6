package import CargoApplication
package import CargoDomain

/// What a file of Operational Vessel Schedules means: DCSA OVS 3.0, and what carriers send in its place.
///
/// A pure function of the bytes. Members are found without regard to case, `null` and empty text count as absent, and the list of service
/// schedules may be wrapped in objects or be a single schedule. What can't be read is reported with its path, and the rest is kept.
package struct PublishedSchedules: Sendable {
    /// The voyages, in the order of the file; each number once.
    package private(set) var voyages: [PublishedVoyage] = []
    /// What isn't part of a voyage, and what a voyage does without.
    package private(set) var issues: [ImportIssue] = []
    /// The voyages that can't be read.
    package private(set) var rejectedCount = 0

    private var known: [VoyageNumber: PublishedVoyage] = [:]

    /// Reads a file.
    /// - Throws: `json_invalid`; `validation_failed` if there are no schedules in it.
    package init(_ bytes: [UInt8]) throws(DomainError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        let input = try text.withUnsafeBytes { raw in Result { () throws(DomainError) in try JSONParser.parseForeign(raw) } }.get()
        var hasSchedules = false
        read(Foreign(input), &hasSchedules)
        let isEmptyList = input.asList?.isEmpty ?? false
        guard hasSchedules || isEmptyList else { throw .validationFailed([.init(path: "", code: .shapeInvalid)]) }
    }

    /// Reads a vessel's schedule, or the schedules in a list or an object.
    private mutating func read(_ value: Foreign, service: String? = nil, _ hasSchedules: inout Bool) {
        if let list = value.list {
            for element in list { read(element, service: service, &hasSchedules) }
        } else if let calls = value["transportCalls"] {
            hasSchedules = true
            read(calls, of: PublishedVessel(value, service: value.text("carrierServiceCode") ?? service))
        } else {
            let service = value.text("carrierServiceCode") ?? service
            let isSchedule = value["vesselSchedules"] != nil || value["isDummyVessel"] != nil || value["carrierServiceCode"] != nil
            if isSchedule { hasSchedules = true }
            for member in value.members where member.list != nil || !member.members.isEmpty {
                read(member, service: service, &hasSchedules)
            }
        }
    }

    private mutating func read(_ calls: Foreign, of vessel: PublishedVessel) {
        guard let list = calls.list else {
            report(DomainError.Code.shapeInvalid.rawValue, .rejected, at: calls.path, of: vessel.name ?? "")
            return
        }
        for (code, path) in vessel.faults { report(code.rawValue, .warning, at: path, of: vessel.name ?? "") }
        var rotation = PublishedRotation(list)
        for fault in rotation.faults {
            report(fault.code, fault.isHarmless ? .warning : .rejected, at: fault.path, of: vessel.name ?? "")
        }
        for run in rotation.runs() { add(run, of: vessel) }
    }

    private mutating func add(_ run: PublishedRotation.Run, of vessel: PublishedVessel) {
        let text = [vessel.name, run.number].compactMap(\.self).joined(separator: " ")
        guard !run.isBroken, let first = run.calls.first else {
            report(ImportCode.voyageRejected, .rejected, at: run.path, of: text)
            return
        }
        do throws(DomainError) {
            let voyage = PublishedVoyage(
                number: try vessel.voyageNumber(for: run.number),
                earlierNumbers: vessel.earlierNumbers(for: run.number),
                details: try vessel.details(for: run.number),
                calls: run.calls,
                mayStartEarlier: run.mayStartEarlier,
                mayEndLater: run.mayEndLater,
                omittedBefore: run.omittedBefore,
                omittedAfter: run.omittedAfter,
                isBlank: run.isBlank
            )
            if let same = known[voyage.number] {
                guard !same.agrees(with: voyage) else { return }
                report(ImportCode.voyageRepeated, .rejected, at: first.path, of: text)
                return
            }
            known[voyage.number] = voyage
            voyages.append(voyage)
        } catch {
            report(error.code.rawValue, .rejected, at: first.path, of: text)
        }
    }

    private mutating func report(_ code: String, _ verdict: ImportIssue.Verdict, at path: String, of text: String) {
        if case .rejected = verdict { rejectedCount += 1 }
        issues.append(ImportIssue(line: 0, code: code, path: path, text: text, verdict: verdict))
    }
}

extension PublishedVoyage {
    /// Whether two mentions of a voyage in a file say the same, wherever in the file they are.
    fileprivate func agrees(with other: PublishedVoyage) -> Bool {
        calls.elementsEqual(other.calls) {
            $0.port == $1.port && $0.arrival.agrees(with: $1.arrival) && $0.departure.agrees(with: $1.departure)
        }
            && details == other.details && isBlank == other.isBlank
    }
}

extension PublishedVoyage.Times {
    fileprivate func agrees(with other: Self) -> Bool {
        planned == other.planned && estimated?.time == other.estimated?.time && actual?.time == other.actual?.time
    }
}
