import CargoDomain

extension CanonicalReader {
    /// A handling event in the form that it is written in; nil on a deviation.
    static func handlingEvent(_ bytes: UnsafeRawBufferPointer) -> HandlingEvent? {
        read(bytes) { (reader: inout CanonicalReader) throws(Deviation) -> HandlingEvent in try reader.handlingEvent() }
    }

    /// The shape of `HandlingEvent`.
    mutating func handlingEvent() throws(Deviation) -> HandlingEvent {
        try expect(#"{"completionTime":"#)
        let completionTime = try instant()
        try expect(#","location":"#)
        let location = try unLocode()
        try expect(#","registrationTime":"#)
        let registrationTime = try instant()
        try expect(#","trackingId":"#)
        let trackingId = try trackingId()
        let activity = try typeAndVoyage(at: location)
        do throws(DomainError) {
            return try HandlingEvent(
                trackingId: trackingId,
                activity: activity,
                completionTime: completionTime,
                registrationTime: registrationTime
            )
        } catch {
            throw Deviation()
        }
    }

    /// The shape of `CompletedActivity`.
    mutating func handled() throws(Deviation) -> CompletedActivity {
        try expect(#"{"completionTime":"#)
        let completionTime = try instant()
        try expect(#","location":"#)
        let location = try unLocode()
        return CompletedActivity(activity: try typeAndVoyage(at: location), completionTime: completionTime)
    }

    /// The shape of `HandlingActivity`.
    mutating func handlingActivity() throws(Deviation) -> HandlingActivity {
        try expect(#"{"location":"#)
        let location = try unLocode()
        return try typeAndVoyage(at: location)
    }

    /// The members from `"type"` on, up to the closing bracket.
    private mutating func typeAndVoyage(at location: UnLocode) throws(Deviation) -> HandlingActivity {
        if skip(#","type":"LOAD","voyageNumber":"#) {
            let activity = HandlingActivity.load(onto: try voyageNumber(), at: location)
            try expect("}")
            return activity
        }
        if skip(#","type":"UNLOAD","voyageNumber":"#) {
            let activity = HandlingActivity.unload(from: try voyageNumber(), at: location)
            try expect("}")
            return activity
        }
        if skip(#","type":"RECEIVE"}"#) { return .receive(at: location) }
        if skip(#","type":"CUSTOMS"}"#) { return .customs(at: location) }
        try expect(#","type":"CLAIM"}"#)
        return .claim(at: location)
    }
}
