"""The helper of the table's own Wi-Fi against a real NetworkManager, without a network and without a radio.

Within its namespace there is the service's user, too.
"""

import shutil
import subprocess

import pytest

from tests.deploy.board import DEPLOY
from tests.deploy.test_network import ON

NEEDED = ("unshare", "dbus-daemon", "NetworkManager", "nmcli", "dnsmasq")
SCRIPT = """set -eu
mount -t tmpfs none /run
for file in passwd group; do
  cp /etc/$file /run/$file
  echo kiebitz:x:990:990::/:/bin/false >>/run/$file
  mount --bind /run/$file /etc/$file
done
mount -t tmpfs none /var/lib/NetworkManager
mkdir -p /run/dbus /run/kiebitz /run/NetworkManager/system-connections
dbus-daemon --system --fork --nopidfile
NetworkManager --no-daemon --log-level=OFF >/dev/null 2>&1 &
for _ in $(seq 100); do [ "$(nmcli -t -f RUNNING general 2>/dev/null)" != running ] || break; sleep 0.1; done
echo "radio $(nmcli -t -f WIFI radio)"
chown kiebitz /run/kiebitz
printf '{on}' >/run/kiebitz/network
bash {deploy}/network >&2
echo "outcome $(cat /run/kiebitz-network/result)"
profile=/run/NetworkManager/system-connections/kiebitz-ap.nmconnection
connection=kiebitz-ap ssid=Kiebitz-7F password=abcdefghjkmn address=10.42.0.1
eval "$(sed -n '/^written_profile() /,/^}}$/p' {deploy}/network)"
(umask 077 && written_profile wlan0 >$profile)
nmcli connection load $profile
echo "known $(nmcli -t -f NAME,TYPE,AUTOCONNECT connection show)"
echo "mode $(nmcli -t -g 802-11-wireless.mode,ipv4.method,ipv4.addresses connection show kiebitz-ap | tr '\\n' ' ')"
printf 'off\\n' >/run/kiebitz/network
bash {deploy}/network >&2
echo "outcome $(cat /run/kiebitz-network/result)"
echo "left $(nmcli -t -f NAME connection show) $(ls $(dirname $profile))"
"""


def can_run() -> bool:
    """Whether this machine has NetworkManager, and lets a process have namespaces of its own."""
    tools = all(shutil.which(tool) for tool in NEEDED)
    return tools and subprocess.run(["unshare", "-n", "-m", "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not can_run(), reason="NetworkManager is not installed, or no namespaces are allowed")
def test_networkmanager_takes_what_the_helper_tells_it() -> None:
    script = SCRIPT.format(on=ON.replace("\n", "\\n"), deploy=DEPLOY)
    command = ["unshare", "-n", "-m", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "radio enabled",
        "outcome no_wifi",
        "known kiebitz-ap:802-11-wireless:no",
        "mode ap shared 10.42.0.1/24 ",
        "outcome off",
        "left  ",
    ]
