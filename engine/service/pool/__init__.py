"""Work that grows with an encounter, in separate processes: a bounded pool, a fair queue, and shared tasks."""
