"""The pages of the service in a real browser."""

COMMANDS = ("chromium", "chromium-browser", "google-chrome")  # what systems call it
