import CargoDomain

/// The sentences of a tracking view, worded as in Evans' reference application.
struct TrackingTexts {
    let places: Places

    /// The status, such as "In port Hongkong".
    func status(of cargo: Cargo) -> String {
        let delivery = cargo.delivery
        let place = delivery.lastKnownLocation.map(places.name) ?? ""
        switch delivery.transportStatus {
        case .notReceived: return cargo.isCancelled ? "Cancelled" : "Not received"
        case .inPort: return "In port \(place)"
        case .onboardCarrier: return "Onboard voyage \(delivery.currentVoyage?.text ?? "")"
        case .claimed: return "Claimed in \(place)"
        }
    }

    /// The next activity, such as "Load onto voyage V100 in Hongkong".
    func expected(_ activity: HandlingActivity) -> String {
        let place = places.name(activity.location)
        let voyage = activity.voyageNumber?.text ?? ""
        switch activity.type {
        case .receive: return "Receive in \(place)"
        case .load: return "Load onto voyage \(voyage) in \(place)"
        case .unload: return "Unload off voyage \(voyage) in \(place)"
        case .customs: return "Clear customs in \(place)"
        case .claim: return "Claim in \(place)"
        }
    }

    /// A completed activity, such as "Loaded onto voyage V100 in Hongkong".
    func done(_ activity: HandlingActivity) -> String {
        let place = places.name(activity.location)
        let voyage = activity.voyageNumber?.text ?? ""
        switch activity.type {
        case .receive: return "Received in \(place)"
        case .load: return "Loaded onto voyage \(voyage) in \(place)"
        case .unload: return "Unloaded off voyage \(voyage) in \(place)"
        case .customs: return "Cleared customs in \(place)"
        case .claim: return "Claimed in \(place)"
        }
    }
}
