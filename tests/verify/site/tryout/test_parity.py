"""The browser's Python and this one play the same deals."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.verify.site.tryout.played import digests
from verify.site.tryout import pack

HERE = Path(__file__).parent
PYODIDE = HERE.parents[3] / "node_modules" / "pyodide"


@pytest.mark.browser
def test_node_with_pyodide_agrees_with_cpython(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "node is needed for this test; make test installs what it needs with npm"
    archive = tmp_path / "games.zip"
    archive.write_bytes(pack.archive(pack.members()))
    done = subprocess.run(
        [node, str(HERE / "parity.mjs"), str(PYODIDE), str(archive), str(HERE / "played.py")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    theirs, ours = json.loads(done.stdout.splitlines()[-1]), digests()
    assert {name: theirs.get(name) for name in ours} == ours
    assert len(set(ours.values())) == len(ours)
