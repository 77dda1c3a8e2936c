"""Several worker processes that serve behind one port, and their supervisor.

`supervisor` runs the pool and the private server, and serves nothing itself · `worker` is the worker process ·
`listener` the sockets that workers listen on · `channel` the messages between the two · `worker_process` the
supervisor's handle of one worker · `worker_pool` all of them.
"""
