print("cargo-cli")
