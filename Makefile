# CI runs make test and make proofs. Each step can be run alone.
.PHONY: test proofs lint build rules bench bench-store bench-postgres torture-postgres parity store-parity parity-runner pages fuzz mutants mutants-tests locales torture api clean store-proofs fuzz-parsers attack mutants-store sanitize

test: ## what every change must pass: installs what is missing, then build, lint, tests, parity, pages
	@./tool test

proofs: ## the long ones: each trait alone, mutants, fuzzing, attacks, crash states, kill -9
	@./tool proofs

.PHONY: docs
docs: ## the documentation of every library product with DocC, warnings as errors: .build/docs/CargoKit.doccarchive
	@./tool docs

lint: ## formatting, layers, the table of rules, and links
	@./tool lint

build: ## the command line and the parity runner, debug; `swift build --package-path service` builds the service
	swift build

rules: ## writes docs/rules.md: each rule and the tests that name it
	@./tool rules

parity: ## all fixtures of spec/ through the Swift and the Kotlin runner and the model, byte by byte
	@./tool parity

store-parity: ## one JSON-file store, changed by Swift and Kotlin in turn and at once
	@swift build --product cargo-cli
	@./tool store-parity

.PHONY: torture-languages
torture-languages: ## Swift and Kotlin writers of one store, killed with -9 and failed at random: ROUNDS=20, SEED=1
	@swift build --product cargo-cli
	@./tool torture-languages --rounds $(or $(ROUNDS),20) --seed $(or $(SEED),1)

parity-runner: ## builds both parity runners and prints their paths
	@./tool build-parity

fuzz: ## a minute of generated cases through all three runners; SECONDS=600 and SEED=42 say otherwise
	@./tool fuzz --seconds $(or $(SECONDS),60) $(if $(SEED),--seed $(SEED))

bench: ## ratios against named peers, measured in one run
	@./tool bench

.PHONY: bench-all
bench-all: ## every benchmark, one after the other, into one file with the machine's kind
	@./tool bench-all

bench-store: ## the JSON-file store against SQLite and the bare disk: less than 10 minutes on a quiet machine
	@./tool bench-store

bench-postgres: ## a cargo save beside pgbench's simple-update, on a PostgreSQL that is started for it
	@./tool bench-postgres

torture-postgres: ## 40,000 registrations through four services on one PostgreSQL, and through one
	@swift build -c release --package-path service --product cargo-server --traits Postgres --scratch-path .build/torture-postgres
	@./tool torture-postgres .build/torture-postgres/release/cargo-server --compare

mutants: ## switches each rule off in turn, in Swift and in Kotlin, and demands a red fixture of that rule
	@./tool mutants $(RULES)

mutants-tests: ## the same for the rules of the domain, by Swift's own tests
	@./tool mutants --tests $(RULES)

locales: ## the fixtures and the suites in Turkish, German and New York
	@./tool locales --suites

api: ## schemathesis against a running server: EXAMPLES=200 for each operation
	@./tool check-api

pages: ## the pages in a headless Chromium against a running server; SHOTS=DIR keeps pictures
	@./tool pages

torture: ## the long proofs: a million crash states, 10,000 rounds of kill -9, killed writers of two languages, a million rows
	@./tool torture

store-proofs: ## crash states, flipped bits, kill -9, contention: docs/store-proofs.md
	@./tool store-proofs all

fuzz-parsers: ## libFuzzer with ASan on every parser of bytes from outside, a minute each; SECONDS=600 and TARGET="accept form" say otherwise
	@./tool fuzz-parsers $(or $(SECONDS),60) $(TARGET)

attack: ## a running server under attack over real sockets, a minute each; SECONDS=5 says otherwise
	@swift build --package-path service --product cargo-server --scratch-path .build/attack
	@./tool attack --seconds $(or $(SECONDS),60) --server .build/attack/debug/cargo-server

mutants-store: ## breaks each branch of the journal's recovery in turn and demands that a proof of the store finds it
	@./tool mutants-store

sanitize: ## the tests under ThreadSanitizer and AddressSanitizer
	@./tool sanitize

clean:
	rm -rf .build service/.build Benchmarks/.build
