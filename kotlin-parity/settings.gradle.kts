rootProject.name = "cargo-kit"
