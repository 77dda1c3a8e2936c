"""The running server: wiring, logs, the HTTP server, the demo fight."""
