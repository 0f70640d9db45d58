print("usage: ruffle-x11 FILE")
