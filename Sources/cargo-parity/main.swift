await ParityRunner.serve(standardInput: 0)
