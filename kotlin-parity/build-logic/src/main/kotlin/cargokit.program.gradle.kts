// A program that this repository's tests run. It isn't published.
plugins {
    id("cargokit.module")
    application
}
