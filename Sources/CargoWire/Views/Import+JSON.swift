extension ImportIssue: CanonicallyEncodable {
    /// Writes `{"code","line","path"?,"text","verdict"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"code":"#)
        writer.text(code)
        writer.raw(#","line":"#)
        writer.integer(Int64(line))
        if let path {
            writer.raw(#","path":"#)
            writer.text(path)
        }
        writer.raw(#","text":"#)
        writer.text(text)
        writer.raw(#","verdict":"#)
        writer.text(verdict.rawValue)
        writer.raw("}")
    }
}

extension ImportSummary: CanonicallyEncodable {
    /// Writes `{"added","read","rejected","renamed","skipped","unchanged","warnings"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"added":"#)
        writer.integer(Int64(added))
        writer.raw(#","read":"#)
        writer.integer(Int64(read))
        writer.raw(#","rejected":"#)
        writer.integer(Int64(rejected))
        writer.raw(#","renamed":"#)
        writer.integer(Int64(renamed))
        writer.raw(#","skipped":"#)
        writer.integer(Int64(skipped))
        writer.raw(#","unchanged":"#)
        writer.integer(Int64(unchanged))
        writer.raw(#","warnings":"#)
        writer.integer(Int64(warnings))
        writer.raw("}")
    }
}
