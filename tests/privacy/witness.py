"""What a process did to files, sockets and other programs: as the kernel saw it (strace), and as Python said it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

CALLS = (
    "%network", "execve", "?execveat", "?open", "?openat", "?openat2", "?creat", "write", "pwrite64", "writev",
    "?pwritev", "?pwritev2", "?rename", "?renameat", "?renameat2", "?link", "?linkat", "?symlink", "?symlinkat",
    "?mkdir", "?mkdirat", "?mknod", "?mknodat", "?truncate", "?memfd_create", "?sendfile", "?copy_file_range",
    "?splice", "?io_uring_setup",
)  # fmt: skip
"""All by which a process makes a file, fills one, connects, or starts a program; `?` if not everywhere."""
STRACE = ("strace", "-f", "-y", "-qq", "-s", "200", "-e", f"trace={','.join(CALLS)}", "-e", "signal=none")
WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE")


@dataclass
class Seen:
    """`written` are the bytes by file; a file that was only opened for writing stands there with 0."""

    written: dict[str, int] = field(default_factory=dict)
    sockets: list[str] = field(default_factory=list)
    """Every call that makes or uses one, as it was seen."""
    programs: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    """Calls of a library that write a picture."""

    def wrote(self, path: str, count: int = 0) -> None:
        self.written[path] = self.written.get(path, 0) + count


def traced(path: Path) -> Seen:
    """Returns what strace saw; the first `execve` of all is the program that was watched."""
    seen = Seen()
    for call in _whole_calls(path):
        name, _, rest = call.partition("(")
        arguments, _, result = rest.rpartition(" = ")
        if result.startswith(("-1", "?")) and name != "connect":
            continue
        if name in ("execve", "execveat"):
            seen.programs.append(arguments)
        elif name in ("open", "openat", "openat2", "creat"):
            if name == "creat" or WRITING.search(arguments):
                seen.wrote(_path(result))
        elif name in ("write", "pwrite64", "writev", "pwritev", "pwritev2"):
            seen.wrote(_path(arguments), int(result.split()[0]))
        elif name in ("sendfile", "copy_file_range", "splice", "io_uring_setup", "memfd_create"):
            seen.wrote(f"{name}({arguments}")
        elif name.startswith(("rename", "link", "symlink", "mkdir", "mknod", "truncate")):
            seen.wrote(re.findall(r'"([^"]*)"', arguments)[-1])
        elif name.startswith(("socket", "connect", "bind", "listen", "accept", "send", "recv")):
            seen.sockets.append(call)
    seen.programs = seen.programs[1:]
    return seen


def _whole_calls(path: Path) -> Iterator[str]:
    """Calls during which another thread came in stand on two lines."""
    begun: dict[str, str] = {}
    for line in path.read_text(errors="replace").splitlines():
        process, _, call = line.partition(" ")
        call = call.strip()
        if call.startswith(("+++", "---")):
            continue
        if call.endswith("<unfinished ...>"):
            begun[process] = call.removesuffix("<unfinished ...>")
        elif resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", call):
            yield begun.pop(process, "").rstrip() + resumed[1].lstrip()
        else:
            yield call


def _path(text: str) -> str:
    """Returns what strace writes behind the first descriptor, such as `5</tmp/x>` or `1<pipe:[7]>`."""
    found = re.match(r"\s*-?\d+<([^>]*)>", text)
    return found[1] if found else text


def audited(lines: str) -> Seen:
    """Returns what Python and the picture libraries said."""
    seen = Seen()
    for line in lines.splitlines():
        event, *arguments = json.loads(line)
        if event == "open":
            path, mode, flags = arguments
            if set(mode) & set("wax+") or int(flags) & 0b11 or int(flags) & 0o100:
                seen.wrote(path)
        elif event.startswith("socket."):
            seen.sockets.append(f"{event}({', '.join(arguments)})")
        elif event == "picture":
            seen.pictures.append(arguments[0])
        elif event.startswith(("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system")):
            seen.programs.append(arguments[0] if arguments else event)
        else:
            seen.wrote(arguments[1] if event in ("os.rename", "os.link", "os.symlink") else arguments[0])
    return seen
