"""`make drill`: does the site lose a hand while its PostgreSQL servers are killed? See docs/operate/failover.md.

Eight programs record hands over two site processes, on a PostgreSQL cluster with Patroni, while servers are killed.
Afterwards all three servers must have every acknowledged hand once, and the audit must find no difference.
"""

import argparse
import json
import random
import signal
import sys
import time
from typing import Any

import psycopg

from scripts.drill.clients import CREATED, Client
from scripts.drill.cluster import PASSWORD, Cluster, running_cluster, wait_until
from scripts.drill.counting import CausedFault, compare_counts, table
from scripts.drill.sites import Site, running_sites
from scripts.network import why_not_free
from scripts.postgres import find_programs
from scripts.system import Need, advice, program, provide

NEEDS = [
    program("patroni", "the drill", "patroni"),
    program("etcd-server", "the drill", "etcd"),
    Need("postgresql", "the drill", lambda: find_programs() is not None),
]
CLIENTS = 8
PORTS = 10  # eight of the cluster, and one for each site
ETCD_IS_AWAY = 10  # seconds


def main() -> None:
    parser = argparse.ArgumentParser(prog="make drill", description=__doc__)
    parser.add_argument("--short", action="store_true", help="one kill of each kind, and one switchover")
    parser.add_argument("--kills", type=int, default=5, help="how often a server, and a whole node, is killed")
    parser.add_argument("--ports", type=int, default=22000, help="the first of ten free ports below 32768")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("The drill was stopped."))  # so that nothing is left behind
    if missing := provide(NEEDS):
        sys.exit(advice(missing))
    if taken := [port for port in range(chosen.ports, chosen.ports + PORTS) if why_not_free("127.0.0.1", port)]:
        sys.exit(f"Port {taken[0]} is in use. Name the first of {PORTS} free ports, such as --ports 23000.")
    plan = ["server killed", "node killed", "switchover"]
    if not chosen.short:
        plan = ["server killed", "node killed"] * chosen.kills + ["switchover"] * 2
        plan += ["etcd away", "node and site killed"]
        random.shuffle(plan)
    with running_cluster(chosen.ports) as cluster:
        make_database(cluster)
        sites_folder = cluster.folder / "sites"
        sites_folder.mkdir()
        with running_sites(cluster, sites_folder, chosen.ports + 8) as sites:
            print(f"Three servers and two sites are ready; {CLIENTS} programs begin.", flush=True)
            clients = start_clients(sites)
            try:
                faults = [cause(kind, cluster, sites) for kind in plan]
            finally:
                for client in clients:
                    client.stopping.set()
            for client in clients:
                client.join()
            is_good = report(faults, clients, cluster, sites)
    sys.exit(0 if is_good else 1)


def make_database(cluster: Cluster) -> None:
    with psycopg.connect(
        cluster.url("postgres", "postgres"), target_session_attrs="read-write", autocommit=True
    ) as link:
        link.execute(f"CREATE ROLE khata LOGIN PASSWORD '{PASSWORD}'".encode())
        link.execute("CREATE DATABASE khata OWNER khata")


def start_clients(sites: list[Site]) -> list[Client]:
    """Start half of the clients at each site. The last two clients, one at each site, write to the same series."""
    token = sites[0].manage("token", "drill", "--create-user").stdout.split()[-1]
    first = Client([sites[0].address], token, "", [])

    def create(path: str, **body: Any) -> str:
        status, answer, _tries = first.send(path, body)
        assert status == CREATED, answer
        return str(answer["id"])

    circle = create("circles", name="drill")
    players = [create(f"circles/{circle}/players", name=name) for name in "ABCD"]
    first.circle, first.players = circle, players
    shared = first.start_series()
    clients = []
    for number in range(CLIENTS):
        addresses = [site.address for site in (sites if number % 2 == 0 else reversed(sites))]
        clients.append(Client(addresses, token, circle, players, shared if number >= CLIENTS - 2 else ""))
    for client in clients:
        client.start()
    return clients


def cause(kind: str, cluster: Cluster, sites: list[Site]) -> CausedFault:
    """Cause one fault under load. Return when the cluster is healthy again."""
    time.sleep(random.uniform(2, 4))  # noqa: S311  (so that each fault falls into another moment of a hand)
    primary = cluster.primary()
    assert primary is not None
    fault = CausedFault(kind, time.monotonic())
    match kind:
        case "server killed":
            primary.kill_postmaster()
        case "node killed" | "node and site killed":
            primary.kill_all()
            if kind == "node and site killed":
                time.sleep(1)
                sites[0].kill_worker()
            wait_until(lambda: cluster.primary() not in (None, primary), "new primary")
            primary.patroni.start()
        case "switchover":
            cluster.switch_over()
        case "etcd away":
            cluster.etcd.kill()
            time.sleep(ETCD_IS_AWAY)
            cluster.etcd.start()
    time.sleep(3)  # Patroni needs a moment to notice
    wait_until(cluster.is_healthy, f"healthy cluster after: {kind}")
    fault.healthy = time.monotonic()
    print(f"  {kind}; healthy again after {fault.healthy - fault.began:.0f} s", flush=True)
    return fault


def report(faults: list[CausedFault], clients: list[Client], cluster: Cluster, sites: list[Site]) -> bool:
    """Print the results. Return False if any of them is wrong."""
    wait_until(cluster.is_healthy, "healthy cluster at the end")
    acknowledged = [hand for client in clients for hand in client.heard.acknowledged]
    waits = [wait for client in clients for wait in client.heard.waits]
    errors = [error for client in clients for error in client.heard.errors]
    audit = sites[0].manage("audit")
    print("", *table(faults, waits), "", sep="\n")
    print(f"acknowledged hands: {len(acknowledged)}")
    print(f"saved by the site's second attempt within one request: {sum(site.second_attempts() for site in sites)}")
    print(f"sent more than once by the client: {sum(wait.tries > 1 for wait in waits)}")
    print(f"saved by a request whose answer did not reach the client: {sum(wait.was_replayed for wait in waits)}")
    print(f"conflicts, answered 409: {sum(client.heard.conflicts for client in clients)}")
    wrong = compare_counts(acknowledged, [hands_on(node.port) for node in cluster.nodes])
    wrong |= {"exit status of the audit": audit.returncode, "errors of clients": len(errors)}
    for what, count in wrong.items():
        print(f"{what}: {count}")
    if audit.returncode:
        print(audit.stdout, audit.stderr)
    print(*errors, sep="\n")
    return len(acknowledged) > 0 and not any(wrong.values())


def hands_on(port: int) -> dict[tuple[str, int], Any]:
    """The hands on this server: their records by series and version."""
    address = f"postgres://khata:{PASSWORD}@127.0.0.1:{port}/khata"
    with psycopg.connect(address) as link:
        rows = link.execute(
            "SELECT series_id, number, content::text FROM series_event WHERE kind = 'recorded'"
        ).fetchall()
    return {(series, number): json.loads(content) for series, number, content in rows}


if __name__ == "__main__":
    main()
