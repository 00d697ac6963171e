"""What only a distribution has (a browser, the venv module): installed on Debian as root, else said."""

import os
import shutil

from building.commands import run
from building.say import step


def install_on_debian(package: str) -> bool:
    """Whether the package could be installed; only root on a machine with apt-get may."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    with step(f"install {package} with apt-get"):
        run(["apt-get", "update", "-q"], "read the distribution's package list", env=quiet)
        run(["apt-get", "install", "-qy", "--no-install-recommends", package], f"install {package}", env=quiet)
    return True
