"""The pieces of the inspector."""
