import CargoApplication
import CargoDomain

/// The calls of a vessel schedule, and the voyages that they make.
///
/// A voyage is the calls in succession that name its number, as the import number, by which the ship comes, or as the export number, by which it
/// leaves. So one call may end a voyage and begin the next; and where a ship unloads the last voyage's cargo in several ports and loads the
/// next one's in them, both call at these ports.
struct PublishedRotation {
    /// What can't be read.
    private(set) var faults: [Fault] = []
    private var calls: [RotationCall]

    struct Fault {
        let code: String
        let path: String
        /// Whether the voyage does without.
        let isHarmless: Bool
    }

    /// The calls of one voyage.
    struct Run {
        /// The carrier's number.
        let number: String
        fileprivate(set) var calls: [PublishedVoyage.Call] = []
        fileprivate(set) var mayStartEarlier: Bool
        fileprivate(set) var mayEndLater = true
        fileprivate(set) var isBroken = false
        fileprivate(set) var isBlank = false
        /// Where its first call is.
        let path: String
    }

    init(_ list: [Foreign]) {
        var faults: [Fault] = []
        calls = Self.sorted(list.map { RotationCall($0, &faults) })
        self.faults = faults
        complete()
    }

    /// The voyages, in the order of their first calls.
    mutating func runs() -> [Run] {
        var finished: [Run] = []
        var open: [Run] = []
        for call in Self.joined(calls) {
            let numbers = call.numbers
            finished += open.filter { !numbers.contains($0.number) }
            open.removeAll { !numbers.contains($0.number) }
            for number in numbers {
                let index =
                    open.firstIndex { $0.number == number }
                    ?? {
                        open.append(
                            Run(number: number, mayStartEarlier: call.importNumber == nil || call.importNumber == number, path: call.path)
                        )
                        return open.count - 1
                    }()
                // safe: an index of what is open
                open[index].mayEndLater = call.exportNumber == nil || call.exportNumber == number
                if let meant = call.meant { open[index].calls.append(meant) } else { open[index].isBroken = true }
            }
        }
        let made = finished + open
        let blank = blank(besides: Set(made.filter { $0.calls.count > 1 || $0.isBroken }.map(\.number)))
        return made.filter { run in !blank.contains { $0.number == run.number } } + blank
    }

    /// The voyages of which every call is blank or omitted: they don't take place.
    private func blank(besides made: Set<String>) -> [Run] {
        var runs: [Run] = []
        for call in calls where call.isBlank {
            guard let number = call.exportNumber ?? call.importNumber, !made.contains(number), let meant = call.meant,
                !runs.contains(where: { $0.number == number })
            else { continue }
            var run = Run(number: number, mayStartEarlier: false, path: call.path)
            run.calls = [meant]
            run.isBlank = true
            runs.append(run)
        }
        return runs
    }

    // MARK: Order and numbers

    /// The calls in the order of travel.
    ///
    /// The order of the list is that order, unless every call has a sequence number of its own, or the times say otherwise. A call without
    /// times stays behind the one before it.
    private static func sorted(_ calls: [RotationCall]) -> [RotationCall] {
        let sequence = calls.compactMap(\.sequence)
        if sequence.count == calls.count, Set(sequence).count == sequence.count {
            return calls.sorted { ($0.sequence ?? 0) < ($1.sequence ?? 0) }
        }
        let isPlanned = calls.allSatisfy { $0.isOmitted || $0.planned != nil }
        var last: Instant?
        let keyed = calls.enumerated().map { offset, call in
            last = (isPlanned ? call.planned : call.latest ?? call.planned) ?? last
            return (time: last, offset: offset, call: call)
        }
        return keyed.sorted { one, other in
            guard let first = one.time, let second = other.time, first != second else { return one.offset < other.offset }
            return first < second
        }.map(\.call)
    }

    /// Gives calls the numbers that their neighbours say: a ship comes by the number by which it left.
    private mutating func complete() {
        for index in calls.indices.dropFirst() where calls[index].importNumber == nil {
            // safe: not the first index, and both are indices of the calls
            calls[index].importNumber = calls[index - 1].exportNumber
        }
        for index in calls.indices.dropLast().reversed() where calls[index].exportNumber == nil {
            // safe: not the last index, and both are indices of the calls
            calls[index].exportNumber = calls[index + 1].importNumber
        }
        for index in calls.indices where calls[index].numbers.isEmpty && !calls[index].isOmitted {
            faults.append(
                Fault(
                    code: DomainError.Code.fieldRequired.rawValue,
                    path: calls[index].path + ".carrierExportVoyageNumber",
                    isHarmless: false
                )
            )
        }
    }

    /// The calls without the omitted ones, and with one for the terminals of one port.
    ///
    /// What was to be unloaded at an omitted call comes to the next, which so belongs to the voyage that ends there, too.
    private static func joined(_ calls: [RotationCall]) -> [RotationCall] {
        var joined: [RotationCall] = []
        var carried: String?
        for call in calls {
            if call.isOmitted {
                carried = carried ?? call.importNumber
                continue
            }
            var call = call
            if let carried, let last = joined.last, last.numbers.contains(carried), !call.numbers.contains(carried) {
                call.endedNumber = carried
            }
            carried = nil
            if let last = joined.last, let port = call.meant?.port, last.meant?.port == port {
                joined[joined.count - 1] = last.joined(with: call)  // safe: there is a last one
            } else {
                joined.append(call)
            }
        }
        return joined
    }
}
