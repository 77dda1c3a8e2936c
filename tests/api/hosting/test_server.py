"""How the HTTP server is set."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from api.config import Settings
from api.hosting.server import server_config
from tests.support.amounts import PATIENCE
from tests.support.processes.serving import free_port

A_PROXY_KEEPS = 60
"""Seconds; nginx and the balancers of the large clouds, by default."""


def test_a_proxy_is_the_first_to_give_up_a_connection() -> None:
    """Else a request that it sends just then is lost, and nobody knows whether it was done."""
    assert server_config(None, Settings(), host="127.0.0.1", port=0).timeout_keep_alive > A_PROXY_KEEPS


STAYING = """
import gc, os, signal, sys
from pathlib import Path
from api.hosting.app import create_app
from api.config import Settings
from api.hosting.server import run
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore

async def listening(host, port):
    print("frozen", gc.get_freeze_count(), "enabled", gc.isenabled())
    os.kill(os.getpid(), signal.SIGTERM)

gc.disable()
settings = Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]))
run(create_app(settings, Encounters(MemoryStore(), Registry.installed())), settings, listening)
"""


def test_what_stays_is_no_work_for_the_collector(tmp_path: Path) -> None:
    """The schema, above all: it would be looked through again and again, while requests wait."""
    words = [sys.executable, "-c", STAYING, str(tmp_path), str(free_port())]
    said = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout.split()
    assert int(said[said.index("frozen") + 1]) > 100_000
    assert said[said.index("enabled") + 1] == "True"
