"""A Django project with nothing of its own but its models: its pages are those of the Django admin."""
