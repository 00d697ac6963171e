"""Capabilities, the one pipeline through which every call goes, and other pure logic; nothing here needs a browser."""
