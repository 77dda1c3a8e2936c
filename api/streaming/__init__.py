"""Event streams to readers: fan-out, connections, shutdown."""
