"""Capabilities and the one pipeline through which every call goes; nothing here knows of a page."""
