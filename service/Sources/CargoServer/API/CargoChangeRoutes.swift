import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The routes that change a cargo: its route, its booking, its references and its holds.
///
/// A change that depends on the cargo's state must name its version in `If-Match`.
struct CargoChangeRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] { plans + bookings + references + holds }

    private var plans: [HTTPRoute] {
        let changed = "The cargo is changed; the ETag is its new version."
        return [
            HTTPRoute(
                AssignRoute.self,
                kit,
                .routing,
                "assignRoute",
                "Assign a route to a cargo",
                body: Itinerary.schema,
                done: changed
            ),
            HTTPRoute(
                SubstituteVoyage.self,
                kit,
                .routing,
                "substituteVoyage",
                "Put a leg of a cargo's route on another voyage",
                description: "The leg keeps its ports and its planned times (CRG-13).",
                body: SubstituteVoyage.Request.schema.without("trackingId", named: "Substitution"),
                done: "The leg is on this voyage; the ETag is the cargo's version."
            ),
            HTTPRoute(
                SpecifyRoute.self,
                kit,
                .routing,
                "specifyRoute",
                "Replace a cargo's route specification",
                body: RouteSpecification.schema,
                done: changed
            ),
            HTTPRoute(
                ChangeDestination.self,
                kit,
                .routing,
                "changeDestination",
                "Change a cargo's destination",
                body: ChangeDestination.Request.schema.without("trackingId", named: "Destination"),
                done: changed
            ),
            HTTPRoute(
                ChangeDeadline.self,
                kit,
                .routing,
                "changeDeadline",
                "Change a cargo's arrival deadline",
                body: ChangeDeadline.Request.schema.without("trackingId", named: "Deadline"),
                done: changed
            ),
        ]
    }

    private var bookings: [HTTPRoute] {
        [
            HTTPRoute(
                CancelBooking.self,
                kit,
                .cargos,
                "cancelBooking",
                "Cancel a cargo's booking",
                body: CancelBooking.Request.schema.without("trackingId", named: "CancellationReason"),
                done: "The booking is cancelled; the ETag is the cargo's version."
            ),
            HTTPRoute(
                ReinstateBooking.self,
                kit,
                .cargos,
                "reinstateBooking",
                "Reinstate a cancelled booking",
                done: "The booking stands; the ETag is the cargo's version."
            ),
        ]
    }

    private var references: [HTTPRoute] {
        [
            HTTPRoute(
                AddReference.self,
                kit,
                .cargos,
                "addReference",
                "Add a reference to a cargo",
                body: AddReference.Request.schema.without("trackingId", named: "NewReference"),
                done: "The cargo has the reference; the ETag is the cargo's version."
            ),
            HTTPRoute(
                RemoveReference.self,
                kit,
                .cargos,
                "removeReference",
                "Remove a reference from a cargo",
                parameters: [
                    .query("type", ReferenceType.schema, "The type of the reference.").required,
                    .query("value", .text(length: 1...100), "Its value, exactly.", example: "CSQU3054383").required,
                ],
                done: "The cargo doesn't have the reference; the ETag is the cargo's version."
            ),
        ]
    }

    private var holds: [HTTPRoute] {
        let pickUpBy = "pickUpBy"
        return [
            HTTPRoute(
                PlaceHold.self,
                kit,
                .cargos,
                "placeHold",
                "Place a hold on a cargo",
                description: "A cargo has at most one hold of each type; one that it has already stays, with its reason (CRG-15).",
                body: .object("HoldReason", .required("reason", Reason.schema, example: "Documents are missing")),
                done: "The cargo has the hold; the ETag is the cargo's version."
            ),
            HTTPRoute(
                ReleaseHold.self,
                kit,
                .cargos,
                "releaseHold",
                "Release a hold on a cargo",
                done: "The cargo doesn't have the hold; the ETag is the cargo's version."
            ),
            HTTPRoute(
                SetPickUpDeadline.self,
                kit,
                .cargos,
                "setPickUpDeadline",
                "Set a cargo's pick-up deadline",
                body: .object("PickUpDeadline", .required(pickUpBy, Instant.schema, "The end of free time; it may have passed.")),
                with: pickUpBy,
                done: "The cargo has this deadline; the ETag is the cargo's version."
            ),
            HTTPRoute(
                SetPickUpDeadline.self,
                at: SetPickUpDeadline.removal,
                kit,
                .cargos,
                "removePickUpDeadline",
                "Remove a cargo's pick-up deadline",
                with: pickUpBy,
                done: "The cargo has no pick-up deadline; the ETag is the cargo's version."
            ),
        ]
    }
}
