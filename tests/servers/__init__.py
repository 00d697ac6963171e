"""Servers the tests talk to: on loopback, in threads of the test run, ending with it."""
