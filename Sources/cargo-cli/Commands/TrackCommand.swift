import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct TrackCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "track",
        abstract: "Show where cargos are, what happens next, and their handling history.",
        discussion: """
            Name a cargo by its tracking id, or by a reference: a container number, a bill of lading, a \
            booking number or the customer's own reference. All cargos with the reference are shown.

            EXAMPLES
              cargo-cli track ABC123
              cargo-cli track ABC123 --watch
              cargo-cli track CSQU3054383
              cargo-cli track "bill of lading: APLU-00427"
              cargo-cli list -o ndjson | jq -r .trackingId | cargo-cli track -
              cargo-cli track ABC123 --exit-status || echo "needs attention"
              cargo-cli track ABC123 --archives archives
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var cargos: CargoNames

    @OptionGroup var archives: ArchiveOptions

    @Flag(name: .customLong("watch"), help: "Print again whenever something changes, until all cargos are claimed or cancelled.")
    var isWatching = false

    @Flag(name: .customLong("exit-status"), help: "Exit with status 5 if a cargo is misdirected, disrupted, overdue or late.")
    var hasExitStatus = false

    @Option(help: .init("Call a cargo overdue if its next scan is by more than this, such as PT24H.", valueName: "duration"))
    var overdue = "PT24H"

    func run(in session: Session) async throws(CommandFailure) {
        let grace = try duration(overdue, of: "--overdue").duration
        var names = try cargos.all()
        var desk = try await session.desk()
        if let directory = archives.directory {
            let kit = try await session.kit()
            desk = kit.reading(directory)
            for name in names {
                let place = try? await kit.store.retention?.place(of: TrackingId(name.trimmed.inUpperCase)).get()
                if let place { session.console.note(localized("\(name.visible) is in the archive \(place.archive.text).")) }
            }
        }
        var failures: [CommandFailure] = []
        var views = try await look(&names, desk, session, &failures)
        try show(views, isSingle: names.count == 1, grace, now: desk.clock.now(), session)
        session.tellAges()
        while isWatching, failures.isEmpty, !views.allSatisfy(\.isOver) {
            try session.console.flush()
            SystemCall.sleep(milliseconds: 1000)
            let latest = try await look(&names, desk, session, &failures)
            if latest != views { try show(latest, isSingle: names.count == 1, grace, now: desk.clock.now(), session) }
            session.tellAges()
            views = latest
        }
        try session.console.flush()
        if let first = failures.first { throw .silent(first.status) }
        if hasExitStatus, views.contains(where: { isOffTrack($0, grace, now: desk.clock.now()) }) { throw .silent(.offTrack) }
    }

    /// The views of all cargos that can be read; failures of the others are printed at once, unless there is only one cargo.
    ///
    /// Replaces references by the tracking ids of the cargos that have them.
    private func look(
        _ names: inout [String],
        _ desk: any CargoOperations,
        _ session: Session,
        _ failures: inout [CommandFailure]
    ) async throws(CommandFailure) -> [CargoTrackingView] {
        var views: [CargoTrackingView] = []
        var looked: [String] = []
        var rest = names[...]
        while let name = rest.popFirst() {
            var request = RequestBuilder()
            request.code("trackingId", name)
            switch await desk.perform(TrackCargo.self, input: request.input) {
            case .success(let view):
                views.append(view)
                looked.append(view.trackingId.text)
            case .failure(let error):
                let found = try await desk.cargos(named: name, after: error)
                if !found.cargos.isEmpty {
                    if found.next != nil {
                        let note = localized("More than \(found.cargos.count) cargos have this reference. These are the first.")
                        session.console.note(note)
                    }
                    rest = found.cargos.map(\.trackingId.text)[...] + rest
                    continue
                }
                let failure = CommandFailure(error, in: request.input)
                if names.count == 1 { throw failure }
                session.tell(failure)
                failures.append(failure)
                looked.append(name)
            }
        }
        names = looked
        return views
    }

    private func isOffTrack(_ view: CargoTrackingView, _ grace: Duration, now: Instant) -> Bool {
        view.isMisdirected || view.disruption != nil || view.isLate || view.longOverdueSince(at: now, grace: grace) != nil
    }

    private func show(
        _ views: [CargoTrackingView],
        isSingle: Bool,
        _ grace: Duration,
        now: Instant,
        _ session: Session
    ) throws(CommandFailure) {
        func text(_ view: CargoTrackingView) -> String {
            TrackingText(view, at: now, overdueAfter: grace, session.console.palette).text
        }
        if isSingle, let view = views.first {
            return try session.print(view, Layouts.trackedCargos) { text(view) }
        }
        if session.format == .table {
            for (index, view) in views.enumerated() {
                try session.console.write((index > 0 ? "\n" : "") + text(view))
            }
            return
        }
        var printer = ListPrinter(session.console, session.format, Layouts.trackedCargos)
        for view in views { try printer.add(view) }
        try printer.finish(nothing: "")
    }
}

extension CargoTrackingView {
    /// Whether the cargo was claimed or its booking is cancelled.
    fileprivate var isOver: Bool { transportStatus == .claimed || bookingStatus == .cancelled }
}
