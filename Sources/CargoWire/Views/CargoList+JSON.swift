package import CargoApplication
import CargoDomain

extension CargoList: CanonicallyEncodable {
    /// Writes `{"cargos","next"?}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"cargos":"#)
        cargos.write(to: &writer)
        if let next {
            writer.raw(#","next":"#)
            writer.plain(next.text)
        }
        writer.raw("}")
    }
}

extension CargoList.Entry: CanonicallyEncodable {
    /// Writes the entry.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"arrivalDeadline":"#)
        writer.instant(arrivalDeadline)
        writer.raw(#","customerId":"#)
        writer.plain(customerId.text)
        writer.raw(#","destination":"#)
        writer.unLocode(destination)
        writer.raw(#","isMisdirected":"#)
        writer.boolean(isMisdirected)
        writer.raw(#","origin":"#)
        writer.unLocode(origin)
        writer.raw(#","routingStatus":"#)
        writer.raw(routingStatus.json)
        writer.raw(#","trackingId":"#)
        writer.plain(trackingId.text)
        writer.raw(#","transportStatus":"#)
        writer.raw(transportStatus.json)
        writer.raw("}")
    }
}
