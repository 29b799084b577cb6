print("cargo-parity")
