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
        let environment = source.environment
        let updates = LiveUpdates(source)
        let door = ClerkDoor(keeper)
        return PublicPages(environment: environment, updates: updates, canSignIn: true).routes
            + ClerkPages(environment: environment, updates: updates, door: door).routes
            + CargoPages(environment: environment, updates: updates, door: door).routes
    }
}
#endif
