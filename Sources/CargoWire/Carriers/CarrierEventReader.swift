package import CargoApplication
package import CargoDomain

/// Reads what carriers send as events of DCSA Track and Trace, in the standard's words or in their own.
///
/// A pure function: what it can't tell from the event alone, such as the zone of a port, is passed to it. Members that handling doesn't need are
/// not judged. What was assumed is noted, in the words of `CarrierAssumption`.
package struct CarrierEventReader: Sendable {
    /// Returns the instant at which a clock in a port shows a time, which is given as if it were UTC; nil if the port's zone is unknown.
    package typealias LocalTime = @Sendable (Instant, UnLocode) -> Instant?

    let localTime: LocalTime

    /// Creates a reader.
    /// - Parameter localTime: knows the zones of ports; without it, a time without an offset can't be read.
    package init(localTime: @escaping LocalTime = { _, _ in nil }) { self.localTime = localTime }

    // MARK: The body

    /// Finds the events in a body: a list of them, one event, or either of them inside of an object.
    /// - Returns: the events; nil if there are none to find.
    package static func events(in body: Input) -> [Input]? {
        if let list = body.asList { return list }
        guard case .object(let members) = body else { return nil }
        if isEvent(body) { return [body] }
        let lists = members.compactMap { $0.value.asList }.filter { $0.contains(where: isEvent) }
        if !lists.isEmpty {
            let shared = members.filter { beside.contains(CarrierFields.key($0.name)) && $0.value.asList == nil }
            return shared.isEmpty ? lists.flatMap(\.self) : lists.joined().map { adding(shared, to: $0) }
        }
        for member in members { if let inner = events(in: member.value) { return inner } }
        return members.contains { $0.value.asList?.isEmpty ?? false } ? [] : nil
    }

    /// The names of members beside lists of events that say to which cargo all of them belong.
    private static let beside: Set<String> = ["shipment", "equipment"]

    private static func adding(_ shared: [Input.Member], to event: Input) -> Input {
        guard case .object(let members) = event else { return event }
        let names = Set(members.map(\.name))
        return Input(members: members + shared.filter { !names.contains($0.name) })
    }

    private static let signs: Set<String> = [
        "eventtype", "eventid", "eventclassifiercode", "equipmenteventtypecode", "transporteventtypecode", "shipmenteventtypecode",
        "eventdatetime",
    ]

    private static func isEvent(_ input: Input) -> Bool {
        guard case .object(let members) = input else { return false }
        return members.contains { signs.contains(CarrierFields.key($0.name)) }
            || members.contains { member in
                guard !beside.contains(CarrierFields.key(member.name)), envelopes.contains(CarrierFields.key(member.name)),
                    case .object(let inner) = member.value
                else { return false }
                return inner.contains { signs.contains(CarrierFields.key($0.name)) }
            }
    }

    /// The names of members that hold an event, or a part of it that others keep beside the rest.
    private static let envelopes: Set<String> = [
        "payload", "event", "data", "metadata", "body", "eventclassification", "equipmentdetails", "transportdetails", "shipmentdetails",
        "equipmentevent", "transportevent", "shipmentevent", "shipment", "equipment",
    ]

    /// The objects that an event consists of, itself first.
    private static func parts(of event: Input, _ path: String = "", depth: Int = 0) -> [(path: String, value: Input?)] {
        guard case .object(let members) = event else { return [] }
        var parts: [(path: String, value: Input?)] = [(path, event)]
        guard depth < 3 else { return parts }
        for member in members where envelopes.contains(CarrierFields.key(member.name)) {
            parts += Self.parts(of: member.value, path.isEmpty ? member.name : "\(path).\(member.name)", depth: depth + 1)
        }
        return parts
    }

    // MARK: An event

    /// Reads an event.
    package func read(_ event: Input) -> CarrierMessage {
        var message = CarrierMessage()
        guard case .object(let members) = event else {
            message.fault = .init("", .shapeInvalid)
            return message
        }
        let parts = Self.parts(of: event)
        let fields = CarrierFields(parts)
        var notes = Notes()
        if parts.count > 1 { notes.add(.envelope) }
        if Self.hasOtherSpelling(members) { notes.add(.memberNames) }
        message.eventId = fields.text("eventID").map { String(String.UnicodeScalarView($0.text.unicodeScalars.prefix(100))) }
        let call = fields.fields("transportCall", "transportCalls", "voyageCall", "portCall")
        readPlace(fields, call, into: &message, &notes)
        message.createdAt =
            time(["eventCreatedDateTime", "eventCreated", "createdDateTime", "eventUpdatedDateTime"], fields, message.place, &notes)?
            .instant
        readEquipment(fields, into: &message, &notes)
        readDocuments(fields, into: &message)
        message.voyage = voyage(fields, call, &notes)
        let names = ["eventDateTime", "dateTime", "timestamp", "eventDate"]
        message.time = eventTime(names, fields, message.place, &notes)
        message.fault = readMeaning(fields, into: &message, &notes)
        if message.fault == nil, needsPlaceAndTime(message.meaning) {
            if message.time == nil {
                let found = fields.first(names)
                message.fault = .init(found?.path ?? "eventDateTime", found == nil ? .fieldRequired : .instantInvalid)
            } else if message.place == nil, message.placeText == nil {
                message.fault = .init("transportCall.UNLocationCode", .fieldRequired)
            }
        }
        message.assumptions = notes.texts
        return message
    }

    /// Reads an event from its JSON, which was checked when it was received.
    package func read(json: String) -> CarrierMessage {
        var copy = json
        let parsed = copy.withUTF8 { bytes in
            Result { () throws(DomainError) in try JSONParser.parseForeign(UnsafeRawBufferPointer(bytes)) }
        }
        switch parsed {
        case .success(let event): return read(event)
        case .failure:
            var message = CarrierMessage()
            message.fault = .init("", .jsonInvalid)
            return message
        }
    }

    private func needsPlaceAndTime(_ meaning: CarrierMessage.Meaning) -> Bool {
        switch meaning {
        case .move, .call: true
        case .held, .released, .withdrawal, .nothing: false
        }
    }

    /// Whether a member has a name of the standard in another case.
    private static func hasOtherSpelling(_ members: [Input.Member]) -> Bool {
        members.contains { member in
            standardNames[CarrierFields.key(member.name)].map { $0 != member.name } ?? false
        }
    }

    private static let standardNames: [String: String] = Dictionary(
        uniqueKeysWithValues: [
            "eventID", "eventType", "eventDateTime", "eventCreatedDateTime", "eventClassifierCode", "equipmentEventTypeCode",
            "transportEventTypeCode", "shipmentEventTypeCode", "equipmentReference", "emptyIndicatorCode", "transportCall",
            "documentReferences", "eventLocation",
        ].map { (CarrierFields.key($0), $0) }
    )
}
