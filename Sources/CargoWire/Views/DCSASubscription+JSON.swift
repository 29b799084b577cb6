package import CargoApplication
import CargoDomain

/// A subscription in the format of DCSA Track and Trace 2.2, as the standard writes it: without its secret.
package struct DCSASubscriptionView: CanonicallyEncodable, Described, Sendable {
    /// `{"callbackUrl","subscriptionID"}` and the members of the filter.
    package static let schema = Schema.object(
        "DCSASubscription",
        DCSAEventFilter.schema.members + [
            .required("callbackUrl", EndpointURL.schema), .required("subscriptionID", SubscriptionId.schema),
        ],
        description: "A subscription of DCSA Track and Trace 2.2."
    )

    private let subscription: Subscription

    /// Creates the view of a subscription.
    package init(_ subscription: Subscription) { self.subscription = subscription }

    /// Writes the view.
    package func write(to writer: inout JSONWriter) { writer.input(Input(members: members)) }

    private var members: [Input.Member] {
        let own = [("callbackUrl", subscription.endpoint.text), ("subscriptionID", subscription.id.text)]
        return own.map { Input.Member(name: $0.0, value: .text($0.1)) } + (subscription.dcsaFilter?.members ?? [])
    }

    /// The text by which a list is sorted by a member; empty if the subscription doesn't have it.
    package func text(of member: String) -> String {
        members.first { $0.name == member }.map { $0.value.asText ?? ($0.value.asList ?? []).compactMap(\.asText).joined(separator: ",") }
            ?? ""
    }
}
