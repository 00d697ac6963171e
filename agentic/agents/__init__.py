"""Who answers a conversation: agents, and the headless chat that talks to one."""
