"""Which outcomes an operation can have: what the rules say of the values that it takes, and of what it does with them."""

# Codes that reading a value can end with. Names are those of spec/ops.json, or of parts of its shapes.
OF_VALUES = {
    "Text": (), "ArchiveName": ("archive_name_invalid",), "CustomerId": ("customer_id_invalid",), "HandlingType": ("handling_type_invalid",), "Instant": ("instant_invalid", "instant_out_of_range"),
    "Integer": ("integer_out_of_range",), "LocationName": ("location_name_invalid",), "TrackingId": ("tracking_id_invalid",), "UnLocode": ("un_locode_invalid",),
    "VoyageNumber": ("voyage_number_invalid",), "Reason": ("reason_invalid",), "Flag": (), "HoldType": ("hold_type_invalid",),
    "PortCallEnd": ("port_call_end_invalid",), "PortCallStatus": ("port_call_status_invalid",), "ReferenceType": ("reference_type_invalid",),
    "ReferenceValue": ("reference_invalid",), "Cargo": (), "CachePolicy": (),
}
PARTS = {
    "RouteSpecification": (("Instant", "UnLocode"), ("route_origin_is_destination",)),
    "Leg": (("Instant", "UnLocode", "VoyageNumber"), ("leg_locations_equal", "leg_times_invalid")),
    "Itinerary": (("Leg",), ("itinerary_empty", "itinerary_not_connected", "itinerary_times_overlap", "itinerary_too_long")),
    "CarrierMovement": (("Instant", "UnLocode"), ("movement_locations_equal", "movement_times_invalid")),
    "[CarrierMovement]": (("CarrierMovement",), ("schedule_empty", "schedule_not_connected", "schedule_times_overlap", "schedule_too_long")),
    "[Leg]": (("Itinerary",), ()),
    "VoyageDetails": ((), ("carrier_code_invalid", "carrier_voyage_number_invalid", "carrier_voyage_numbers_invalid", "imo_number_invalid", "transport_mode_invalid", "vessel_empty",
                           "vessel_name_invalid")),
    "PortCallReport": (("Instant", "Integer", "PortCallEnd", "PortCallStatus"), ("port_call_reports_invalid",)),
    "Voyage": (("[CarrierMovement]", "Integer", "PortCallReport", "VoyageDetails", "VoyageNumber"), ()),
    "[Voyage]": (("Voyage",), ()),
    "Handled": (("HandlingType", "Instant", "UnLocode", "VoyageNumber"), ("handling_voyage_prohibited", "handling_voyage_required")),
    "HandlingEvent": (("Handled", "TrackingId"), ("handling_completed_after_registration",)),
    "[HandlingEvent]": (("HandlingEvent",), ()),
    "Disruption": (("Integer", "UnLocode", "VoyageNumber"), ()),
    "Estimate": (("Disruption", "Instant"), ()),
    "Cancellation": (("Instant", "Reason"), ()),
    "Hold": (("HoldType", "Instant", "Reason"), ("holds_invalid",)),
    "Reference": (("ReferenceType", "ReferenceValue"), ()),
    "References": (("Reference",), ("REF-2",)),
    "Aboard": (("Instant", "UnLocode", "VoyageNumber"), ()),
    "[CacheCall]": (("CustomerId", "Instant", "Integer", "TrackingId"), ("corrupt_record",)),
    "[CachedCargo]": (("Instant",), ("corrupt_record",)),
}

# What the operation itself adds, rules and lookups.
OTHERS = ("handling_of_other_cargo",)
CLAIMED, LATE, LAST = "cargo_already_claimed", "deadline_not_in_future", "integer_out_of_range"  # LAST: there is no version after the last
CLOSED = (CLAIMED, "cargo_cancelled")
HELD = "corrupt_record"  # the world holds a broken cargo
OF_OPERATIONS = {
    "handlingHistory.create": OTHERS, "delivery.derive": OTHERS, "json.canonicalize": ("integer_out_of_range", "json_invalid"),
    "handlingEvent.create": ("handling_completed_after_registration", "handling_voyage_prohibited", "handling_voyage_required"),
    "leg.create": ("leg_locations_equal", "leg_times_invalid"), "routeSpecification.create": ("route_origin_is_destination",),
    "cargo.book": (LATE,), "cargo.changeDeadline": (*CLOSED, LATE), "cargo.deriveDeliveryProgress": OTHERS,
    "cargo.assignToRoute": (*CLOSED, "itinerary_not_satisfying", "itinerary_starts_elsewhere", "route_origin_is_destination"),
    "cargo.changeDestination": (*CLOSED, "route_origin_is_destination"), "cargo.specifyNewRoute": (*CLOSED, LATE),
    "cargo.cancel": (CLAIMED, "cargo_already_received"), "cargo.reinstate": (CLAIMED, LATE), "cargo.announce": ("cargo_not_routed",),
    "cargo.addReference": ("container_already_assigned", "references_too_many"), "cargo.placeHold": CLOSED, "cargo.setPickUpBy": CLOSED,
    "cargo.archive": (*OTHERS, "cargo_not_closed"),
    "cargo.substituteVoyage": (*CLOSED, *OTHERS, "cargo_not_routed", "leg_already_loaded"), "voyage.report": ("port_call_in_future", "voyage_does_not_call"),
    "estimate.derive": (*OTHERS, "cargo_not_routed"),
    "repository.findByTrackingId": ("cargo_not_found", HELD), "repository.findForCustomer": (HELD,), "repository.nextTrackingId": ("tracking_ids_exhausted",),
    "repository.save": ("concurrency_conflict", LAST),
    "useCase.bookCargo": (HELD, LATE, "location_not_found", "route_origin_is_destination", "tracking_id_in_use", "tracking_ids_exhausted"),
    "useCase.requestRoutes": (*CLOSED, "cargo_not_found", HELD),
    "useCase.assignRoute": (*CLOSED, "cargo_not_found", HELD, LAST, "itinerary_not_satisfying", "itinerary_starts_elsewhere", "leg_not_on_schedule",
                            "route_origin_is_destination", "voyage_not_found"),
    "useCase.changeDestination": (*CLOSED, "cargo_not_found", HELD, LAST, "location_not_found", "route_origin_is_destination"),
    "useCase.changeDeadline": (*CLOSED, "cargo_not_found", HELD, LAST, LATE),
    "useCase.specifyRoute": (*CLOSED, "cargo_not_found", HELD, LAST, LATE, "location_not_found", "route_origin_is_destination"),
    "useCase.cancelBooking": (CLAIMED, "cargo_already_received", "cargo_not_found", HELD, LAST),
    "useCase.reinstateBooking": (CLAIMED, "cargo_not_found", HELD, LAST, LATE),
    "useCase.addReference": ("cargo_not_found", "container_already_assigned", HELD, LAST, "references_too_many"), "useCase.removeReference": ("cargo_not_found", HELD, LAST),
    "useCase.placeHold": (*CLOSED, "cargo_not_found", HELD, LAST), "useCase.releaseHold": ("cargo_not_found", HELD, LAST),
    "useCase.setPickUpDeadline": (*CLOSED, "cargo_not_found", HELD, LAST), "useCase.rollOver": ("location_not_found", "voyage_not_found"),
    "useCase.substituteVoyage": (*CLOSED, "cargo_not_found", "cargo_not_routed", HELD, LAST, "leg_already_loaded", "voyage_does_not_call", "voyage_not_found"),
    "useCase.retractHandlingEvent": ("cargo_not_found", "handling_event_not_found", HELD, LAST, "handling_voyage_prohibited", "handling_voyage_required"),
    "useCase.registerHandlingEvent": (CLAIMED, "cargo_not_found", "claim_before_other_handling", HELD, LAST, "handling_completed_after_registration", "handling_repeated",
                                      "handling_voyage_prohibited", "handling_voyage_required", "location_not_found", "voyage_not_found"),
    "useCase.trackCargo": ("cargo_not_found", HELD), "useCase.listCargosForCustomer": (HELD,),
    "useCase.registerVoyage": ("location_not_found", "voyage_already_exists"), "useCase.rescheduleVoyage": (LAST, "location_not_found", "voyage_not_found"),
    "useCase.describeVoyage": (LAST, "voyage_not_found"),
    "useCase.reportPortCall": (LAST, "instant_out_of_range", "location_not_found", "port_call_in_future", "voyage_does_not_call", "voyage_not_found"),
}
# In one world steps follow one another, so no use case meets a `concurrency_conflict`; a world's voyages and events are read with the line, so only cargos
# are ever broken in it, and those are left out of `listCargos` and of what a rescheduled voyage affects.

WHOLE = {"Cargo": ("RouteSpecification", "Itinerary", "Handled", "CustomerId", "TrackingId", "Integer", "Estimate", "Cancellation", "Hold", "References"), "Voyage": ("Voyage",)}  # stored ones


def codes_of(type_):
    """The codes that reading a value of this type can end with."""
    if type_ in OF_VALUES:
        return set(OF_VALUES[type_])
    parts, own = PARTS[type_]
    return set(own).union(*(codes_of(part) for part in parts))


def outcomes_of(op):
    """All outcomes of an operation as spec/ops.json describes it."""
    name, types = op["op"], set(op["args"].values())
    found = {"ok", *OF_OPERATIONS.get(name, ())}
    if name.endswith(".reconstitute"):
        broken = {"shape_invalid"}.union(*(codes_of(part) for type_ in types for part in WHOLE[type_])) | ({"DLV-10"} if "Cargo" in types else set())
        return found | {"shape_invalid"} | {f"corrupt_record:{code}" for code in broken}
    if "Cargo" in types:
        found.add("corrupt_record")
    codes = set().union(*(codes_of(type_) for type_ in types), codes_of(op["ok"]) if name.endswith(".parse") else ())
    if name.startswith("useCase."):
        required = any(not member.endswith("?") for member in op["args"])
        return found | {f"validation_failed:{code}" for code in codes | {"shape_invalid"} | ({"field_required"} if required else set())}
    return found | codes | {"shape_invalid"}
