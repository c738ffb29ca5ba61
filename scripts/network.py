"""The names and addresses of this machine, and its free ports."""

import errno
import shutil
import socket
import subprocess
from urllib.request import urlopen

from ledger.lib.addresses import own_address


def ip_addresses() -> list[str]:
    """Every IPv4 address of this machine, as `hostname` lists them."""
    if not shutil.which("hostname"):
        return []
    listed = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False).stdout.split()
    return [address for address in listed if ":" not in address]


def own_hosts() -> list[str]:
    """Every host name and address by which a browser can reach this machine."""
    name = socket.gethostname().lower()
    hosts = ["localhost", "127.0.0.1", name, f"{name}.local", socket.getfqdn().lower(), *ip_addresses()]
    if address := own_address():
        hosts.append(address)
    return list(dict.fromkeys(hosts))


def why_not_free(host: str, port: int) -> str:
    """Return why no server can listen on the port, in one sentence. Empty if a server can."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OverflowError:
            return f"{port} is no port: choose a number from 1024 to 65535."
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} is in use by another program: choose another with `make run PORT={port + 1}`."
            return f"Port {port} on {host} cannot be used: {error.strerror}."
    return ""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    """Return whether a server of this machine answers within ten seconds, and not with an error."""
    try:
        with urlopen(url, timeout=10):  # noqa: S310  (an address of our own)
            return True
    except OSError:
        return False
