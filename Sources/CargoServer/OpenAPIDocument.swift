#if Server
/// The description of the interface, `Resources/openapi.json`, in the binary itself.
enum OpenAPIDocument {
    /// Its bytes.
    static var bytes: [UInt8] { PackageResources.openapi_json }
}
#endif
