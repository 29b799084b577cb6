#if Server
/// The API description, `Resources/openapi.json`, embedded in the binary.
enum OpenAPIDocument {
    /// The document as UTF-8 bytes.
    static var bytes: [UInt8] { PackageResources.openapi_json }
}
#endif
