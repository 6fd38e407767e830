"""Writes the bill of materials of an archive, CycloneDX 1.6 as JSON: `python deploy/sbom.py FOLDER TIME`.

FOLDER is the unpacked archive, TIME the seconds since 1970 that it is dated with. The components are the wheels of the
archive; each has to be one that `deploy/locks` names, for the bill is that of the lock files. The same archive gives
the same bill.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
import uuid
import zipfile
from datetime import UTC, datetime
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

Json = dict[str, Any]
OURS = "kiebitz"
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill(folder: Path, time: int) -> Json:
    """:raises ValueError: if a wheel is in none of the lock files."""
    wheels = sorted((folder / "wheels").glob("*.whl"))
    ours = [wheel for wheel in wheels if wheel.name.startswith(f"{OURS}-")]
    locks = (folder / "deploy" / "locks").glob("*.txt")
    named = {digest for lock in locks for digest in HASH.findall(lock.read_text(encoding="utf-8"))}
    for wheel in wheels:
        if wheel not in ours and _sha256(wheel) not in named:
            raise ValueError(
                f"got {wheel.name}, which no lock file names, expected one that deploy/locks has a hash of"
            )
    components = [_component(wheel) for wheel in wheels if wheel not in ours]
    components += [_network(path) for path in sorted((folder / "models").glob("*.onnx"))]
    itself = _itself(folder, ours)
    content = json.dumps([itself, components], sort_keys=True)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(time, tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": itself,
        },
        "components": components,
        "dependencies": [
            {"ref": itself["bom-ref"], "dependsOn": [component["bom-ref"] for component in components]},
            *({"ref": component["bom-ref"]} for component in components),
        ],
        # what apt installs (numpy, picamera2, lgpio, spidev, Python) is of the system, and no part of the archive
        "compositions": [{"aggregate": "incomplete", "assemblies": [itself["bom-ref"]]}],
    }


def _itself(folder: Path, ours: list[Path]) -> Json:
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        "type": "application",
        "bom-ref": f"pkg:pypi/{OURS}@{project['version']}",
        "name": OURS,
        "version": project["version"],
        "description": project["description"],
        "licenses": [{"license": {"id": project["license"]}}],
        "purl": f"pkg:pypi/{OURS}@{project['version']}",
        "hashes": [{"alg": "SHA-256", "content": _sha256(wheel)} for wheel in ours],
    }


def _component(wheel: Path) -> Json:
    with zipfile.ZipFile(wheel) as archive:
        (file,) = [name for name in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)]
        metadata = HeaderParser().parsestr(archive.read(file).decode("utf-8"))
    name = re.sub(r"[-_.]+", "-", metadata["Name"]).lower()
    purl = f"pkg:pypi/{name}@{metadata['Version']}"
    component = {
        "type": "library",
        "bom-ref": f"{purl}?file_name={wheel.name}",
        "name": name,
        "version": metadata["Version"],
        "purl": f"{purl}?file_name={wheel.name}",
        "hashes": [{"alg": "SHA-256", "content": _sha256(wheel)}],
    }
    if metadata.get("License-Expression"):
        component["licenses"] = [{"expression": metadata["License-Expression"]}]
    return component


def _network(path: Path) -> Json:
    digest = _sha256(path)
    return {
        "type": "machine-learning-model",
        "bom-ref": f"models/{path.name}",
        "name": path.stem,
        "version": digest[:12],
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    try:
        print(json.dumps(bill(Path(sys.argv[1]), int(sys.argv[2])), indent=1))
    except ValueError as error:
        sys.exit(f"kiebitz: {error}")
