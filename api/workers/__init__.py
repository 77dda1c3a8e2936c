"""Several processes that serve behind one port, and the one that looks after them.

`supervisor` keeps the workers and the private server, and serves nothing itself · `worker` is one of them, a process
made anew · `door` the sockets that they listen on · `talk` what the two tell each other · `child` one as the
supervisor has it.
"""
