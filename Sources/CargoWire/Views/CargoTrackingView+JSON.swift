package import CargoApplication
package import CargoDomain

extension CargoTrackingView: CanonicallyEncodable {
    /// Writes the tracking view, with locations and legs in their wire shapes.
    package func write(to writer: inout JSONWriter) { write(to: &writer, showsCustomer: true) }

    /// Writes the tracking view with or without its customer, because a tracking id alone mustn't reveal the customer.
    package func write(to writer: inout JSONWriter, showsCustomer: Bool) {
        writer.raw(#"{"arrivalDeadline":"#)
        writer.instant(arrivalDeadline)
        if let currentVoyage {
            writer.raw(#","currentVoyage":"#)
            writer.plain(currentVoyage.text)
        }
        if showsCustomer {
            writer.raw(#","customerId":"#)
            writer.plain(customerId.text)
        }
        writer.raw(#","destination":"#)
        destination.write(to: &writer)
        if let estimatedArrival {
            writer.raw(#","estimatedArrival":"#)
            writer.instant(estimatedArrival)
        }
        writer.raw(#","events":"#)
        events.write(to: &writer)
        writer.raw(#","isLate":"#)
        writer.boolean(isLate)
        writer.raw(#","isMisdirected":"#)
        writer.boolean(isMisdirected)
        writer.raw(#","isUnloadedAtDestination":"#)
        writer.boolean(isUnloadedAtDestination)
        if let lastKnownLocation {
            writer.raw(#","lastKnownLocation":"#)
            lastKnownLocation.write(to: &writer)
        }
        writer.raw(#","legs":"#)
        legs.write(to: &writer)
        if let misdirection {
            writer.raw(#","misdirection":"#)
            misdirection.write(to: &writer)
        }
        if let nextExpectedActivity {
            writer.raw(#","nextExpectedActivity":"#)
            nextExpectedActivity.write(to: &writer)
        }
        if let nextExpectedText {
            writer.raw(#","nextExpectedText":"#)
            writer.text(nextExpectedText)
        }
        writer.raw(#","origin":"#)
        origin.write(to: &writer)
        writer.raw(#","routingStatus":"#)
        writer.raw(routingStatus.json)
        writer.raw(#","statusText":"#)
        writer.text(statusText)
        writer.raw(#","trackingId":"#)
        writer.plain(trackingId.text)
        writer.raw(#","transportStatus":"#)
        writer.raw(transportStatus.json)
        writer.raw("}")
    }
}

extension CargoTrackingView.Event: CanonicallyEncodable {
    /// Writes `{"completionTime","description","isExpected","location","registrationTime","type","voyageNumber"?}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"completionTime":"#)
        writer.instant(completionTime)
        writer.raw(#","description":"#)
        writer.text(description)
        writer.raw(#","isExpected":"#)
        writer.boolean(isExpected)
        writer.raw(#","location":"#)
        location.write(to: &writer)
        writer.raw(#","registrationTime":"#)
        writer.instant(registrationTime)
        writer.raw(#","type":"#)
        writer.raw(type.json)
        if let voyageNumber {
            writer.raw(#","voyageNumber":"#)
            writer.plain(voyageNumber.text)
        }
        writer.raw("}")
    }
}

extension Misdirection: CanonicallyEncodable {
    /// Writes `{"actual","expected"?}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"actual":"#)
        actual.write(to: &writer)
        if let expected {
            writer.raw(#","expected":"#)
            expected.write(to: &writer)
        }
        writer.raw("}")
    }
}
