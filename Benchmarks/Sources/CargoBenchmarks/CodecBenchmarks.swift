let codecBenchmarks: [Benchmark] = []
