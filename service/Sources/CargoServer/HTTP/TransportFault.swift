/// A fault that the HTTP service detects before a use case runs.
///
/// These codes are unique to the service and are never reused.
enum TransportFault: String, Sendable, CaseIterable {
    case targetInvalid = "target_invalid"
    case targetTooLong = "target_too_long"
    case headerInvalid = "header_invalid"
    case csvHeaderInvalid = "csv_header_invalid"
    case formInvalid = "form_invalid"
    case formForeign = "form_foreign"
    case tokenRequired = "token_required"
    case tokenInvalid = "token_invalid"
    case signatureInvalid = "signature_invalid"
    case roleInsufficient = "role_insufficient"
    case proxyWithoutTokens = "proxy_without_tokens"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case notAcceptable = "not_acceptable"
    case requestTimeout = "request_timeout"
    case preconditionFailed = "precondition_failed"
    case bodyTooLarge = "body_too_large"
    case mediaTypeUnsupported = "media_type_unsupported"
    case hostUnknown = "host_unknown"
    case preconditionRequired = "precondition_required"
    case rateLimited = "rate_limited"
    case streamsExhausted = "streams_exhausted"
    case bodiesExhausted = "bodies_exhausted"
    case headersTooLarge = "headers_too_large"
    case indexUnfinished = "index_unfinished"
    case subscriptionNotFound = "subscription_not_found"
    case endpointRefused = "endpoint_refused"
    case subscriptionsTooMany = "subscriptions_too_many"
    case resendsTooMany = "resends_too_many"
    case tokenNotFound = "token_not_found"
    case tokenExists = "token_exists"
    case tokensTooMany = "tokens_too_many"
    case carrierEventNotFound = "carrier_event_not_found"
    case carrierEventsTooMany = "carrier_events_too_many"
    case identityProviderUnavailable = "identity_provider_unavailable"
    case internalError = "internal_error"

    /// The response status.
    var status: Int {
        switch self {
        case .targetInvalid, .headerInvalid, .formInvalid: 400
        case .tokenRequired, .tokenInvalid, .signatureInvalid: 401
        case .roleInsufficient, .formForeign, .proxyWithoutTokens: 403
        case .notFound, .subscriptionNotFound, .tokenNotFound, .carrierEventNotFound: 404
        case .methodNotAllowed: 405
        case .notAcceptable: 406
        case .requestTimeout: 408
        case .subscriptionsTooMany, .resendsTooMany, .tokenExists, .tokensTooMany: 409
        case .preconditionFailed: 412
        case .bodyTooLarge: 413
        case .targetTooLong: 414
        case .mediaTypeUnsupported: 415
        case .hostUnknown: 421
        case .csvHeaderInvalid, .endpointRefused: 422
        case .preconditionRequired: 428
        case .rateLimited, .carrierEventsTooMany: 429
        case .headersTooLarge: 431
        case .internalError: 500
        case .streamsExhausted, .bodiesExhausted, .indexUnfinished, .identityProviderUnavailable: 503
        }
    }

    /// A summary for people.
    var title: String {
        switch self {
        case .targetInvalid: "The path or the query can't be read."
        case .targetTooLong: "The request target is too long."
        case .headerInvalid: "A header field is invalid."
        case .csvHeaderInvalid: "The first line doesn't have the expected column names."
        case .formInvalid: "The form can't be read."
        case .formForeign: "The form isn't from a page of this service, or the page has expired. Open the page again."
        case .tokenRequired: "This request needs a bearer token."
        case .tokenInvalid: "The bearer token is unknown."
        case .signatureInvalid: "The signature doesn't belong to any known sender."
        case .roleInsufficient: "The token's role doesn't permit this request."
        case .proxyWithoutTokens: "A proxy forwarded this request, but the service has no tokens to identify callers."
        case .notFound: "Nothing exists at this path."
        case .methodNotAllowed: "This path doesn't support the method."
        case .notAcceptable: "The service can't respond in a format that the request accepts."
        case .requestTimeout: "The request took too long to arrive."
        case .preconditionFailed: "The resource has changed since the version that the request names."
        case .bodyTooLarge: "The body is too large."
        case .mediaTypeUnsupported: "The service doesn't accept this media type."
        case .hostUnknown: "The service doesn't serve this host name."
        case .preconditionRequired: "The request needs an If-Match field with the ETag of the version that you last read."
        case .rateLimited: "Too many requests. Try again later."
        case .streamsExhausted: "Too many event streams are open. Try again later."
        case .bodiesExhausted: "Too many request bodies are arriving. Try again later."
        case .headersTooLarge: "The header fields are too large."
        case .indexUnfinished: "The service is still reading its events. Try again soon."
        case .subscriptionNotFound: "There is no such subscription, or it has no such event."
        case .endpointRefused: "Events can't be sent to this endpoint."
        case .subscriptionsTooMany: "The limit on subscriptions is reached. Remove one first."
        case .resendsTooMany: "Too many events wait to be sent again. Try again later."
        case .tokenNotFound: "There is no such token in the store."
        case .tokenExists: "There is a token with this name. Revoke it first, or take another name."
        case .tokensTooMany: "The limit on tokens is reached."
        case .carrierEventNotFound: "There is no such event of a carrier."
        case .carrierEventsTooMany: "Too many events of this carrier wait for what they name. Try again later."
        case .identityProviderUnavailable: "The identity provider can't be reached, so the service can't tell who you are. Try again later."
        case .internalError: "An internal error occurred."
        }
    }
}
