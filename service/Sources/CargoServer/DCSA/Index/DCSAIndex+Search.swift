import CargoDomain

extension DCSAIndex {
    /// A page of a list of events.
    struct Page {
        /// The events in the order of the list.
        let entries: [Int]
        /// Whether the list has events before the page.
        let hasPrevious: Bool
        /// Whether the list has events after the page.
        let hasNext: Bool
    }

    /// What a filter demands of the columns.
    private struct Criteria {
        let kinds: UInt32
        let created: ClosedRange<Int64>
        /// The events of the cargos that match, in order; nil if every cargo does.
        let entries: [Int]?
        /// Whether each call matches; nil if all do.
        let calls: [Bool]?
    }

    /// Finds a page of the events that match a filter.
    ///
    /// Takes time in proportion to the number of events, or to that of the events of the cargos that the filter names.
    func page(_ filter: DCSAFilter) -> Page {
        let criteria = criteria(filter)
        let isBackwards: Bool
        let anchor: Int?
        switch filter.position {
        case .first: (isBackwards, anchor) = (false, nil)
        case .after(let id): (isBackwards, anchor) = (false, place(of: id))
        case .before(let id): (isBackwards, anchor) = (true, place(of: id))
        case .last: (isBackwards, anchor) = (true, nil)
        }
        let maximum = filter.limit + 1
        let order = DCSAOrder(filter.order, of: self, isBackwards: isBackwards)
        var found =
            filter.order.isEmpty
            ? inOrder(criteria, from: anchor, isBackwards, maximum) : sorted(criteria, order, from: anchor, maximum)
        let hasMore = found.count == maximum
        if hasMore { found = Array(found.dropLast()) }
        if isBackwards { found.reverse() }
        return Page(
            entries: found,
            hasPrevious: isBackwards ? hasMore : anchor != nil,
            hasNext: isBackwards ? anchor != nil : hasMore
        )
    }

    /// Where an event is, or was before it was withdrawn; the end if the id is of another store.
    private func place(of id: DCSAEventID) -> Int { min(first(from: id.sequence) + id.ordinal, count) }

    private func inOrder(_ criteria: Criteria, from anchor: Int?, _ isBackwards: Bool, _ maximum: Int) -> [Int] {
        var found: [Int] = []
        let range = isBackwards ? 0..<(anchor ?? count) : min(anchor.map { $0 + 1 } ?? 0, count)..<count
        scan(criteria, range, isBackwards) { entry in
            found.append(entry)
            return found.count < maximum
        }
        return found
    }

    /// The first events of a list that has an order of its own.
    private func sorted(
        _ criteria: Criteria,
        _ order: DCSAOrder,
        from anchor: Int?,
        _ maximum: Int
    ) -> [Int] {
        // The list has no events after the place of an id of another store.
        if let anchor, anchor == count { return [] }
        var found: [Int] = []
        var worst: Int?
        var worstNumber: UInt64 = 0
        // Times mostly grow, so the first events of the list are found early from this side.
        scan(criteria, 0..<count, order.isReversed) { entry in
            if let worst {
                if let isBetter = order.precedesAtOnce(entry, worstNumber) {
                    if !isBetter { return true }
                } else if !order.precedes(entry, worst) {
                    return true
                }
            }
            if let anchor, !order.precedes(anchor, entry) { return true }
            found.append(entry)
            if found.count == 2 * maximum {
                found.sort(by: order.precedes)
                found.removeSubrange(maximum...)
                worst = found.last
                worstNumber = worst.map(order.leadingNumber) ?? 0
            }
            return true
        }
        found.sort(by: order.precedes)
        return Array(found.prefix(maximum))
    }

    // MARK: Subscriptions

    /// The events that come from a position of the outbox and match a filter, in order, without those that were withdrawn.
    /// - Parameter owner: the customer whose cargos' events count; nil for all.
    func events(from sequence: Int64, _ filter: DCSAFilter, owner: CustomerId?) -> [DCSAEvent] {
        (first(from: sequence)..<first(from: sequence + 1)).filter { entry in
            // A withdrawn kind is shifted beyond all bits.
            guard filter.kinds >> UInt32(kinds[entry]) & 1 == 1, owner == nil || cargo(of: entry).customerId == owner else { return false }
            return filter.texts.allSatisfy { matches(entry, $0.key, $0.value) }
        }.compactMap(event)
    }

    private func matches(_ entry: Int, _ text: DCSAFilter.Text, _ value: String) -> Bool {
        let cargo = cargo(of: entry)
        let call = hasCall(entry) ? call(entry) : nil
        return switch text {
        case .carrierBookingReference, .bookingReference:
            cargo.trackingId.text.hasSameScalars(as: value) || hasReference(cargo, .booking, value)
        case .transportDocumentReference: hasReference(cargo, .billOfLading, value)
        case .equipmentReference: hasReference(cargo, .container, value) || hasReference(cargo, .equipment, value)
        case .transportCallID: call?.id == value
        case .carrierVoyageNumber, .exportVoyageNumber: call?.voyageNumber?.text == value
        case .UNLocationCode: call?.location.text == value
        case .transportDocumentID, .vesselIMONumber, .carrierServiceCode, .scheduleID: false
        }
    }

    private func hasReference(_ cargo: CargoEntry, _ type: ReferenceType, _ value: String) -> Bool {
        do throws(DomainError) { return cargo.references.contains(try CargoReference(type, value)) } catch { return false }
    }

    // MARK: Filtering

    private func criteria(_ filter: DCSAFilter) -> Criteria {
        var kinds = filter.kinds
        var wanted: Set<UInt32>?
        var calls: [Bool]?
        func keep(_ cargos: [UInt32]) { wanted = wanted.map { $0.intersection(cargos) } ?? Set(cargos) }
        for (text, value) in filter.texts {
            switch text {
            case .carrierBookingReference, .bookingReference: keep((cargo(value).map { [$0] } ?? []) + cargos(.booking, value))
            case .transportDocumentReference: keep(cargos(.billOfLading, value))
            case .equipmentReference: keep(cargos(.container, value) + cargos(.equipment, value))
            case .transportCallID: calls = matching(calls) { $0.id == value }
            case .carrierVoyageNumber, .exportVoyageNumber: calls = matching(calls) { $0.voyageNumber?.text == value }
            case .UNLocationCode: calls = matching(calls) { $0.location.text == value }
            case .transportDocumentID, .vesselIMONumber, .carrierServiceCode, .scheduleID: kinds = 0
            }
        }
        if calls != nil { kinds &= DCSAKind.set { $0.type != .shipment } }
        if let calls, !calls.contains(true) { kinds = 0 }
        let entries = wanted.map { cargos in (kinds == 0 ? [] : cargos.flatMap { live(of: $0) }).sorted() }
        return Criteria(kinds: kinds, created: filter.created, entries: entries, calls: calls)
    }

    private func cargos(_ type: ReferenceType, _ value: String) -> [UInt32] {
        do throws(DomainError) {
            return cargosByReference[try CargoReference(type, value)] ?? []
        } catch {
            return []
        }
    }

    private func matching(_ known: [Bool]?, _ matches: (DCSAEvent.TransportCall) -> Bool) -> [Bool] {
        guard let known else { return calls.map(matches) }
        return zip(known, calls).map { $0 && matches($1) }
    }

    private func fits(_ entry: Int, _ criteria: Criteria) -> Bool {
        // A withdrawn kind is shifted beyond all bits.
        guard criteria.kinds >> UInt32(kinds[entry]) & 1 == 1, criteria.created.contains(creations[entry]) else { return false }
        return criteria.calls.map { $0[Int(callNumbers[entry])] } ?? true
    }

    /// Visits the events that match, in order or from the end, until `visit` returns false.
    private func scan(_ criteria: Criteria, _ range: Range<Int>, _ isBackwards: Bool, _ visit: (Int) -> Bool) {
        guard criteria.kinds != 0 else { return }
        if let entries = criteria.entries {
            let inRange = entries.filter(range.contains)
            for entry in isBackwards ? inRange.reversed() : inRange where fits(entry, criteria) {
                guard visit(entry) else { return }
            }
            return
        }
        for step in blocks.indices {
            let number = isBackwards ? blocks.count - 1 - step : step
            let block = blocks[number]
            let part = (number * Block.size..<min((number + 1) * Block.size, count)).clamped(to: range)
            guard !part.isEmpty, block.kinds & criteria.kinds != 0, block.earliest <= criteria.created.upperBound,
                block.latest >= criteria.created.lowerBound
            else { continue }
            for offset in 0..<part.count {
                let entry = isBackwards ? part.upperBound - 1 - offset : part.lowerBound + offset
                guard !fits(entry, criteria) || visit(entry) else { return }
            }
        }
    }
}
