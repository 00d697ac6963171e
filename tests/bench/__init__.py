"""Side by side with the published runtime and with the peer, in one run: `python build.py bench`."""
