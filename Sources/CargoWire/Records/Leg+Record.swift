package import CargoDomain

extension Leg: CanonicallyEncodable {
    /// Writes `{"loadLocation","loadTime","unloadLocation","unloadTime","voyageNumber"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"loadLocation":"#)
        writer.unLocode(loadLocation)
        writer.raw(#","loadTime":"#)
        writer.instant(loadTime)
        writer.raw(#","unloadLocation":"#)
        writer.unLocode(unloadLocation)
        writer.raw(#","unloadTime":"#)
        writer.instant(unloadTime)
        writer.raw(#","voyageNumber":"#)
        writer.plain(voyageNumber.text)
        writer.raw("}")
    }
}
