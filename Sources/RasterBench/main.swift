/// The benchmark of the renderer, a program of its own: it needs no player, and so is built in a minute.
RasterBench.run(Array(CommandLine.arguments.dropFirst()))
