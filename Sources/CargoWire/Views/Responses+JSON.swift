package import CargoApplication
import CargoDomain

extension BookCargo.Response: CanonicallyEncodable {
    /// Writes `{"trackingId"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"trackingId":"#)
        writer.plain(trackingId.text)
        writer.raw("}")
    }
}

extension CargoChanged: CanonicallyEncodable {
    /// Writes `{"trackingId"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"trackingId":"#)
        writer.plain(trackingId.text)
        writer.raw("}")
    }
}

extension StoredCargo: CanonicallyEncodable {
    /// Writes the cargo's wire shape.
    package func write(to writer: inout JSONWriter) { cargo.write(to: &writer) }
}

extension RequestRoutes.Response: CanonicallyEncodable {
    /// Writes `{"itineraries"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"itineraries":"#)
        itineraries.write(to: &writer)
        writer.raw("}")
    }
}

extension RegisterHandlingEvent.Response: CanonicallyEncodable {
    /// Writes `{"event","isNew"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"event":"#)
        event.write(to: &writer)
        writer.raw(#","isNew":"#)
        writer.boolean(isNew)
        writer.raw("}")
    }
}

extension RegisterVoyage.Response: CanonicallyEncodable {
    /// Writes `{"version","voyageNumber"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"version":"#)
        writer.integer(version)
        writer.raw(#","voyageNumber":"#)
        writer.plain(voyageNumber.text)
        writer.raw("}")
    }
}

extension RescheduleVoyage.Response: CanonicallyEncodable {
    /// Writes `{"affectedCargos","version","voyageNumber"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"affectedCargos":["#)
        for (index, trackingId) in affectedCargos.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.plain(trackingId.text)
        }
        writer.raw(#"],"version":"#)
        writer.integer(version)
        writer.raw(#","voyageNumber":"#)
        writer.plain(voyageNumber.text)
        writer.raw("}")
    }
}

extension VoyageView: CanonicallyEncodable {
    /// Writes `{"schedule","version","voyageNumber"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"schedule":"#)
        schedule.write(to: &writer)
        writer.raw(#","version":"#)
        writer.integer(version)
        writer.raw(#","voyageNumber":"#)
        writer.plain(voyageNumber.text)
        writer.raw("}")
    }
}
