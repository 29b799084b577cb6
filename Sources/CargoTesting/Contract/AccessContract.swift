import CargoApplication
import CargoDomain

/// The promises of stored tokens and sign-outs, which hold over every backend.
///
/// The backend needs `access`. If it has `reopen`, what was stored is read from the reopened store.
public enum AccessContract {
    /// All checks.
    ///
    /// Run each on a new, empty backend.
    public static let checks: [ContractCheck] = [
        ContractCheck(["REP-2"], "a token is stored by compare-and-set, with all its parts") { backend in
            let access = try backend.boundAccess
            var token = try ManagedToken.stub("partner.7_a-B", role: .customer, customer: .stub("CUST-1"), expiresAt: .stub(day: 9))
            try expect("a token that isn't there", success(of: "finding", await access.find(.token(token.name))), is: nil)
            try expect("whether a new one is stored", success(of: "saving", await access.save(.token(token))), is: true)
            try expect("whether it is stored as new again", success(of: "saving", await access.save(.token(token))), is: false)
            token = token.stored(as: 1)
            token.use(at: .stub(day: 1))
            token.revoke(at: .stub(day: 2))
            try expect("whether version 1 is replaced", success(of: "saving", await access.save(.token(token))), is: true)
            try expect("whether version 1 is replaced again", success(of: "saving", await access.save(.token(token))), is: false)
            let again = try await (backend.reopen?() ?? backend).boundAccess
            try expect("the token", success(of: "finding", await again.find(.token(token.name))), is: .token(token.stored(as: 2)))
        },
        ContractCheck(["REP-2"], "a sign-out is stored with all its parts, and apart from a token of the same name") { backend in
            let access = try backend.boundAccess
            var signOut = SignOut(.subject("Ünï \"7\""))
            signOut.endEverything(at: .stub(day: 1))
            signOut.end(SignOut.Session(id: "s-1", until: .stub(day: 3)), at: .stub(day: 2))
            let token = try ManagedToken.stub(signOut.holder)
            try expect("whether it is stored", success(of: "saving", await access.save(.signOut(signOut))), is: true)
            try expect("whether the token is stored", success(of: "saving", await access.save(.token(token))), is: true)
            let again = try await (backend.reopen?() ?? backend).boundAccess
            let found = try success(of: "finding", await again.find(.signOut(.subject("Ünï \"7\""))))
            try expect("the sign-out", found, is: .signOut(signOut.stored(as: 1)))
            let all = try success(of: "listing", await again.findAll())
            try expect("all entries", all, is: [.signOut(signOut.stored(as: 1)), .token(token.stored(as: 1))])
        },
        ContractCheck(["REP-1", "REP-2"], "all entries are listed by id, without removed ones, whose ids can be used again") { backend in
            let access = try backend.boundAccess
            let tokens = try ["b", "a", "C", "B", "a-1"].map { try ManagedToken.stub($0) }
            for token in tokens { try success(of: "saving", await access.save(.token(token))) }
            let removed = AccessEntry.token(tokens[1].stored(as: 1))
            try expect("whether another version is removed", success(of: "removing", await access.remove(removed.stored(as: 2))), is: false)
            try expect("whether it is removed", success(of: "removing", await access.remove(removed)), is: true)
            try expect("whether it is removed again", success(of: "removing", await access.remove(removed)), is: false)
            try expect("whether a late change brings it back", success(of: "saving", await access.save(removed)), is: false)
            let again = try await (backend.reopen?() ?? backend).boundAccess
            let names = try success(of: "listing", await again.findAll()).compactMap(\.token?.name.text)
            try expect("the names", names, is: ["B", "C", "a-1", "b"])
            try expect("the removed one", success(of: "finding", await again.find(.token(tokens[1].name))), is: nil)
            try expect("whether its name is free", success(of: "saving", await again.save(.token(tokens[1]))), is: true)
        },
        ContractCheck(["REP-1"], "what was read before is read again where it has changed") { backend in
            let access = try backend.boundAccess
            for name in ["a", "b", "c"] { try success(of: "saving", await access.save(.token(try .stub(name)))) }
            let known = try success(of: "listing", await access.findAll())
            var changed = try ManagedToken.stub("b").stored(as: 1)
            changed.revoke(at: .stub(day: 1))
            try success(of: "changing", await access.save(.token(changed)))
            try success(of: "removing", await access.remove(known[2]))
            try success(of: "adding", await access.save(.token(try .stub("d"))))
            let expected: [AccessEntry] = [known[0], .token(changed.stored(as: 2)), .token(try .stub("d").stored(as: 1))]
            try expect("what is listed", success(of: "listing", await access.findAll(knowing: known)), is: expected)
            try expect("what is listed again", success(of: "listing", await access.findAll(knowing: expected)), is: expected)
        },
        ContractCheck(["REP-1"], "more entries than fit a page are listed") { backend in
            let access = try backend.boundAccess
            let names = (0..<1001).map { "t-\($0)" }
            // All at once would wait longer than some backends let a save wait.
            _ = try await RepositoryContract.atOnce { writer in
                for number in stride(from: writer, to: names.count, by: RepositoryContract.writers) {
                    try success(of: "saving", await access.save(.token(try .stub(names[number]))))
                }
            }
            let listed = try success(of: "listing", await access.findAll()).compactMap(\.token?.name)
            try expect("the number of tokens", listed.count, is: 1001)
            try expect("the tokens", listed.map(\.text), is: names.sorted())
        },
        ContractCheck(["REP-7"], "of 20 concurrent changes of a token, one is stored") { backend in
            let access = try backend.boundAccess
            try success(of: "saving", await access.save(.token(try .stub("a"))))
            let answers = try await RepositoryContract.atOnce { writer in
                var changed = try ManagedToken.stub("a").stored(as: 1)
                changed.use(at: .stub(day: writer))
                return try success(of: "saving", await access.save(.token(changed)))
            }
            try expect("the number of changes stored", answers.count { $0 }, is: 1)
        },
    ].map { $0.needing(BackendParts.access) }
}

extension RepositoryBackend {
    /// The entries of access, which the check needs.
    fileprivate var boundAccess: any AccessRepository {
        get throws {
            guard let access else { throw Disagreement(expected: "a backend with access", actual: "none") }
            return access
        }
    }
}
