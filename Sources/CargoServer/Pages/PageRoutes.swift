#if Server
import CargoApplication
import Hummingbird

/// All pages for people.
///
/// Like the API, they get their data from the use cases.
struct PageRoutes: Sendable {
    let source: EventStream.Source
    let settings: ServerSettings
    let keeper: Gatekeeper

    var routes: [Route] {
        let kit = source.kit
        let updates = LiveUpdates(source)
        let door = ClerkDoor(keeper)
        return PublicPages(kit: kit, updates: updates, canSignIn: true).routes
            + ClerkPages(kit: kit, updates: updates, door: door).routes
            + CargoPages(kit: kit, updates: updates, door: door).routes
    }
}
#endif
