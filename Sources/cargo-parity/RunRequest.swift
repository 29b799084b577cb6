import CargoDomain
import CargoWire

/// A request for a run, with its own parts read and checked; the arguments of its steps are not.
struct RunRequest: InputValue {
    let clock: Instant
    let given: Given
    let ids: [TrackingId]
    let sequence: Int64
    let steps: [Step]

    static let shape = Shape.members(
        .required("clock", Instant.shape),
        .required("cmd", .text),
        .optional("given", Given.shape),
        .optional("ids", [TrackingId].shape),
        .required("seq", .integer),
        .required("when", [Step].shape)
    )

    init(input: Input) throws(DomainError) {
        clock = try input.value("clock")
        given = try input.valueIfPresent("given") ?? Given()
        ids = try input.valueIfPresent("ids") ?? []
        sequence = try input.value("seq")
        steps = try input.value("when")
    }

    /// The state of the world at the start; its cargos are stored records and may be broken.
    struct Given: InputValue {
        let cargos: [Input]
        let handlingEvents: [HandlingEvent]
        let locations: [Location]
        let voyages: [Voyage]

        static let shape = Shape.members(
            .optional("cargos", .list(.any)),
            .optional("handlingEvents", [HandlingEvent].shape),
            .optional("locations", [Location].shape),
            .optional("voyages", [Voyage].shape)
        )

        init() {
            cargos = []
            handlingEvents = []
            locations = []
            voyages = []
        }

        init(input: Input) throws(DomainError) {
            cargos = input["cargos"]?.asList ?? []
            handlingEvents = try input.valueIfPresent("handlingEvents") ?? []
            locations = try input.valueIfPresent("locations") ?? []
            voyages = try input.valueIfPresent("voyages") ?? []
        }
    }

    /// One operation; with `at`, it moves the clock first.
    struct Step: InputValue {
        let args: Input
        let at: Instant?
        let op: String

        static let shape = Shape.members(.required("args", .any), .optional("at", Instant.shape), .required("op", .text))

        init(input: Input) throws(DomainError) {
            args = try input.value("args")
            at = try input.valueIfPresent("at")
            op = try input.value("op")
        }
    }
}
