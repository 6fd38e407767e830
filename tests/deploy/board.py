"""A root folder in which the steps of the installation run; tools that would touch this machine only note calls."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"
PACKAGES = ("common", "cli", "engine", "vision", "simulator", "device", "link", "hall", "web", "firmware_config")
"""Of every archive, beside models and the installation itself."""


class Board:
    """A root folder, and tools of the system that only note down that they were called."""

    def __init__(self, folder: Path) -> None:
        self.root, self.tools = folder / "root", folder / "tools"
        self.calls = folder / "calls"
        self.root.mkdir()
        self.tools.mkdir()
        self.calls.touch()
        for name in ("systemctl", "udevadm", "chown"):
            self.tool(name, "exit 0")
        self.tool("id", "echo 0")
        self.tool("setpriv", 'while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"')

    def tool(self, name: str, does: str) -> None:
        self.program(self.tools / name, f'echo "{name} $*" >>{self.calls}\n{does}')

    def program(self, path: Path, does: str) -> None:
        path.write_text(f"#!/bin/bash\n{does}\n")
        path.chmod(0o755)

    def file(self, name: str, text: str = "") -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def version(self, name: str) -> None:
        """A version as `build` leaves it behind."""
        folder = self.root / "opt/kiebitz/versions" / name
        shutil.copytree(DEPLOY, folder / "deploy")
        (folder / "whole").touch()
        (folder / "bin").mkdir()
        self.program(folder / "bin/python", f'PYTHONPATH={DEPLOY.parent} exec {sys.executable} "${{@/#-I/-P}}"')
        self.program(folder / "bin/kiebitz", f"echo kiebitz {name}")

    def running(self) -> None:
        """The system is up, and so is the service."""
        (self.root / "run/systemd/system").mkdir(parents=True)

    @property
    def in_use(self) -> str:
        return (self.root / "opt/kiebitz/current").resolve().name

    def run(self, step: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Runs a step in a current folder, by default that of the tests."""
        return self._bash("-c", f". {DEPLOY}/steps.sh; set -euo pipefail; {step}", folder=folder)

    def script(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs a script of the checkout."""
        return self._bash(str(DEPLOY / name), *arguments)

    def _bash(self, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"KIEBITZ_ROOT": str(self.root), "PATH": f"{self.tools}:{os.environ['PATH']}"}
        command = ["bash", *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=folder)

    def output_of(self, step: str) -> str:
        """Returns what a step says that must go well."""
        done = self.run(step)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refuses(self, step: str) -> str:
        """Returns the one line that a step ends with."""
        done = self.run(step)
        assert done.returncode == 2, done.stdout + done.stderr
        assert done.stderr.startswith("kiebitz: got ")
        assert done.stderr.count("\n") == 1
        return done.stderr
