import subprocess
import sys

import pytest

OURS = ("gamerules", "gamerules.cli", "gamerules.slam", "gamerules.german_ombre", "gamerules.two_hand_bridge")
LABORATORY = ("gamerules.solve", "gamerules.lab.simulating", "gamerules.lab.machine", "gamerules.notation.pbn")


@pytest.mark.parametrize("module", OURS + LABORATORY)
def test_nothing_but_the_standard_library_is_imported(module: str) -> None:
    script = (
        f"import sys; before = set(sys.modules); import {module}; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= sys.stdlib_module_names | {"gamerules"}
