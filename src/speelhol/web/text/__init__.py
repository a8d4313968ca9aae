"""What people read, whatever the page: templates, sentences in three languages, clocks and bots in words."""
