#if Server
import NIOCore

/// The files for the pages, embedded in the binary.
enum PageResources {
    /// A file that pages link to.
    struct Asset: Sendable {
        let name: String
        let contentType: String
        /// One buffer for all responses: clients that don't read theirs can't make the server hold a copy each.
        let body: ByteBuffer
    }

    /// The templates, by name.
    static let templates: [(name: String, bytes: [UInt8])] = [
        ("layout", PackageResources.layout_mustache), ("home", PackageResources.home_mustache),
        ("track", PackageResources.track_mustache), ("tracking", PackageResources.tracking_mustache),
        ("sign-in", PackageResources.sign_in_mustache), ("cargos", PackageResources.cargos_mustache),
        ("book", PackageResources.book_mustache), ("cargo", PackageResources.cargo_mustache),
        ("customer", PackageResources.customer_mustache), ("subscriptions", PackageResources.subscriptions_mustache),
        ("routes", PackageResources.routes_mustache), ("problem", PackageResources.problem_mustache),
        ("field", PackageResources.field_mustache), ("faults", PackageResources.faults_mustache),
    ]

    /// The style sheet, the script and the icon.
    static let assets: [Asset] = [
        Asset(name: "pages.css", contentType: "text/css; charset=utf-8", body: ByteBuffer(bytes: PackageResources.pages_css)),
        Asset(name: "pages.js", contentType: "text/javascript; charset=utf-8", body: ByteBuffer(bytes: PackageResources.pages_js)),
        Asset(name: "icon.svg", contentType: "image/svg+xml", body: ByteBuffer(bytes: PackageResources.icon_svg)),
    ]

    /// A short hash of all assets (FNV-1a), so that browsers cache them until they change.
    static let stamp: String = {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in assets.flatMap(\.body.readableBytesView) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }()
}
#endif
