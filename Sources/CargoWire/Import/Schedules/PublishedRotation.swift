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
        /// The ports that the ship omits before the first call that is shown.
        fileprivate(set) var omittedBefore: Set<UnLocode> = []
        /// The ports that the ship omits after the last call that is shown.
        fileprivate(set) var omittedAfter: Set<UnLocode> = []
        /// Where its first call is.
        let path: String

        /// A voyage that doesn't take place, with a call that would have been one of it.
        fileprivate init(blank number: String, _ call: PublishedVoyage.Call) {
            self.number = number
            calls = [call]
            (mayStartEarlier, mayEndLater, isBlank) = (false, false, true)
            path = call.path
        }

        /// A voyage without its calls, of which the first comes after omitted ones.
        fileprivate init(_ number: String, from first: RotationCall) {
            self.number = number
            path = first.path
            mayStartEarlier =
                (first.importNumber == nil || first.importNumber == number) && !first.omittedBefore.contains { $0.begins(number) }
            omittedBefore = Self.ports(first.omittedBefore, of: number)
        }

        /// The voyage, after whose last call come omitted ones.
        fileprivate func ended(before omitted: [RotationCall]) -> Run {
            var run = self
            run.mayEndLater = mayEndLater && !omitted.contains { $0.ends(number) }
            run.omittedAfter = Self.ports(omitted, of: number)
            return run
        }

        private static func ports(_ omitted: [RotationCall], of number: String) -> Set<UnLocode> {
            Set(omitted.filter { $0.numbers.contains(number) }.compactMap { $0.meant?.port })
        }
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
        let (joined, omittedLast) = Self.joined(calls)
        for call in joined {
            let numbers = call.numbers
            finished += open.filter { !numbers.contains($0.number) }.map { $0.ended(before: call.omittedBefore) }
            open.removeAll { !numbers.contains($0.number) }
            for number in numbers {
                let index =
                    open.firstIndex { $0.number == number }
                    ?? {
                        open.append(Run(number, from: call))
                        return open.count - 1
                    }()
                // safe: an index of what is open
                open[index].mayEndLater = call.exportNumber == nil || call.exportNumber == number
                // safe: an index of the list
                if let meant = call.meant { open[index].calls.append(meant) } else { open[index].isBroken = true }
            }
        }
        let made = finished + open.map { $0.ended(before: omittedLast) }
        let blank = blank(besides: made)
        let blankNumbers = Set(blank.map(\.number))
        return made.filter { !blankNumbers.contains($0.number) } + blank
    }

    /// The voyages that don't take place: their calls are blank, or all but the one that also belongs to the voyage before or after.
    ///
    /// A blank call where the number changes concerns the voyage by which the ship would have come if a call is shown from which it would have
    /// left, and the other voyage if that has nothing left but its last call.
    private func blank(besides made: [Run]) -> [Run] {
        let sailing = Set(made.filter { $0.calls.count > 1 || $0.isBroken }.map(\.number))
        let ending = Set(made.filter { !$0.mayEndLater }.map(\.number))
        let left = Set(calls.compactMap { $0.exportNumber ?? $0.importNumber })
        var runs: [Run] = []
        var found: Set<String> = []
        for call in calls where call.isBlank {
            guard let meant = call.meant else { continue }
            let coming = (call.importNumber ?? call.exportNumber).flatMap { left.contains($0) ? $0 : nil }
            let leaving = call.exportNumber.flatMap { ending.contains($0) ? $0 : nil }
            for number in [coming, leaving].compactMap(\.self) where !sailing.contains(number) && found.insert(number).inserted {
                runs.append(Run(blank: number, meant))
            }
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
        // safe: an index of the list, which keeps its length
        for index in calls.indices.dropFirst() where calls[index].importNumber == nil {
            // safe: not the first index, and both are indices of the calls
            calls[index].importNumber = calls[index - 1].exportNumber
        }
        // safe: an index of the list, which keeps its length
        for index in calls.indices.dropLast().reversed() where calls[index].exportNumber == nil {
            // safe: not the last index, and both are indices of the calls
            calls[index].exportNumber = calls[index + 1].importNumber
        }
        // safe: an index of the list, which keeps its length
        for index in calls.indices where calls[index].numbers.isEmpty && !calls[index].isOmitted {
            faults.append(
                Fault(
                    code: DomainError.Code.fieldRequired.rawValue,
                    // safe: an index of the list
                    path: calls[index].path + ".carrierExportVoyageNumber",
                    isHarmless: false
                )
            )
        }
    }

    /// The calls, each with the omitted ones before it and with one for the terminals of one port, and the omitted ones after the last.
    ///
    /// What was to be unloaded at an omitted call comes to the next, which so belongs to the voyage that ends there, too.
    private static func joined(_ calls: [RotationCall]) -> (calls: [RotationCall], omittedLast: [RotationCall]) {
        var joined: [RotationCall] = []
        var omitted: [RotationCall] = []
        for call in calls {
            if call.isOmitted {
                omitted.append(call)
                continue
            }
            var call = call
            if let carried = omitted.lazy.compactMap(\.importNumber).first, let last = joined.last, last.numbers.contains(carried),
                !call.numbers.contains(carried)
            {
                call.endedNumber = carried
            }
            call.omittedBefore = omitted
            omitted = []
            if let last = joined.last, let port = call.meant?.port, last.meant?.port == port {
                joined[joined.count - 1] = last.joined(with: call)  // safe: there is a last one
            } else {
                joined.append(call)
            }
        }
        return (joined, omitted)
    }
}
