"""Attacks a cargo-server over real sockets while a customer books, and checks that the customer barely notices.

    ./tool attack [--seconds 60] [--server BINARY] [--only NAME,…] [--list]

The server runs on a free port of the loopback interface, on a temporary store of JSON files, with its standard limits unless --help says
otherwise. Attackers come from 127.0.0.0/8 and run at a lower priority, since a real attacker doesn't use the server's processors. During each
attack:

- the 99th percentile of bookings is at most twice the one just before the attack (up to --floor milliseconds it may be more);
- /livez answers within a second, on a new connection each time;
- both bounds on time grow with the time that the machine itself takes for a fixed piece of work, if it is slow or busy;
- the server's resident memory grows by at most --memory MiB;
- the attack's own condition holds, such as that a connection that trickles its body is closed.

An attack that breaks bounds on time alone is repeated up to twice, because a busy machine can stall any process; an attack that slows the
customer down breaks them each time. At the end every booking that was confirmed is stored exactly once. The last line is:
N passed, N failed.
"""

import resource

from ..project import USAGE, fail, options_of
from . import scenarios
from .session import AttackSession


def main(arguments: list[str]) -> int:
    options = options_of(
        __doc__, arguments, seconds=(60, "of each attack"), server=(str, "a cargo-server; the newest build if not given"),
        only=(str, "names of attacks, separated by commas"), list=(False, "print the names of the attacks"), rate=(10.0, "bookings a second"),
        floor=(float, "milliseconds that the 99th percentile may always take: 100, or 300 for a debug build if not given"),
        memory=(256, "MiB that an attack may add"), connections=(10_000, "of the attacks that hold connections: silence, trickle and unread"))
    if options.list:
        for name, attack in scenarios.ALL.items():
            print(f"{name:24}{(attack.__doc__ or '').splitlines()[0]}")
        return 0
    names = options.only.split(",") if options.only else list(scenarios.ALL)
    for name in names:
        if name not in scenarios.ALL:
            fail(f"there is no attack {name!r}; see --list", USAGE)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = options.connections * 2 + 1000
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    if options.connections > most - 1000:
        options.connections = most - 1000
        print(f"at most {most} descriptors: {options.connections} connections instead")
    with AttackSession(options) as session:
        print(f"bookings may always take {options.floor:.0f} ms", flush=True)
        for name in names:
            session.run(name, scenarios.ALL[name])
        session.settle()
    print(f"{session.passed} passed, {session.failed} failed")
    return 0 if session.failed == 0 and session.passed > 0 else 1

