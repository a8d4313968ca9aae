"""Who is asking: the visitor behind a request, from where, how often, at which address; and how a refusal is worded."""
