extension ImportIssue: WireObject {
    /// `{"code","line","path"?,"text","verdict"}`.
    package static let form = ObjectForm<ImportIssue>(
        "ImportIssue",
        .member("code", \.code),
        .member("line", \.line),
        .optional("path", \.path),
        .member("text", \.text),
        .member("verdict", \.verdict.rawValue)
    )
}

extension ImportSummary: WireObject {
    /// `{"added","read","rejected","renamed","skipped","unchanged","warnings"}`.
    package static let form = ObjectForm<ImportSummary>(
        "ImportSummary",
        .member("added", \.added),
        .member("read", \.read),
        .member("rejected", \.rejected),
        .member("renamed", \.renamed),
        .member("skipped", \.skipped),
        .member("unchanged", \.unchanged),
        .member("warnings", \.warnings)
    )
}
