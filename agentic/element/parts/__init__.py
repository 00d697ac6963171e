"""The parts of the panel: each reads the conversation and says what the person meant; none knows another."""
