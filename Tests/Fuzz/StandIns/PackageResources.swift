/// Stands in for the translations that the build embeds.
struct PackageResources {
    static let de_po: [UInt8] = []
}
