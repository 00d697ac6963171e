"""What build.py does: the environment, the runtime, the pages, and the commands that use them."""
