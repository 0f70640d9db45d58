print("usage: corpus-host CASE.json OUTDIR")
