"""Days and nights of the company: the calendar, rest, lodging, camp, provisions, treatment and repair."""
