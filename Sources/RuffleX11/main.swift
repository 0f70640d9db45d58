import Glibc

openMissingStreams()
exit(Program.main(CommandLineArguments()))
