"""<agentic-inspector>: what an agent can do on this page, what it did, what waits. Imported when a page has one."""
