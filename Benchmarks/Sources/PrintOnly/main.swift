// The least that a Swift program can do: the peer of the command line's start-up.
print("ABC123  In port Hongkong")
