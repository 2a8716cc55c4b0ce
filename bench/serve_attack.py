#!/usr/bin/env python3
"""Bad clients against a running `fiducial serve`: each must get its answer, and the others theirs meanwhile.

  fiducial serve --port 8917 --token-file token --quiet &
  bench/serve_attack.py 8917 "$(cat token)" [--slow 500]

Asks with a wrong token, Host and Origin, with a body and a head over the limit, and with clients that send a byte now and
then (slow-loris). Ends with 1 if an answer is another one than promised.
"""

from __future__ import annotations

import argparse
import json
import socket
import sys
import time

PAIR = {"reference": "No effusion.", "candidate": "No effusion.", "metrics": ["radsem"]}


class Asker:
    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token

    def connect(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.settimeout(90)
        return connection

    def score(self, token: str = "", host: str = "", more: str = "", size: int | None = None) -> bytes:
        body = json.dumps(PAIR)
        lines = [
            "POST /v1/score HTTP/1.1",
            f"Host: {host or f'127.0.0.1:{self.port}'}",
            f"Authorization: Bearer {token or self.token}",
            "Content-Type: application/json",
            f"Content-Length: {len(body) if size is None else size}",
            "Connection: close",
        ]
        return ("\r\n".join(lines) + f"\r\n{more}\r\n" + (body if size is None else " " * size)).encode()

    def status(self, request: bytes) -> int:
        """The status of the answer; 0 if there was none."""
        answer = b""
        with self.connect() as connection:
            try:
                connection.sendall(request)
            except OSError:
                pass  # it was refused before all was sent; the answer is there all the same
            try:
                while b"\r\n" not in answer and (piece := connection.recv(65536)):
                    answer += piece
            except OSError:
                pass
        return int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.1 ") else 0

    def slow_clients(self, count: int) -> tuple[int, float, list[float]]:
        """How many of so many were closed, when the last one was, and how long others waited meanwhile."""
        clients = [self.connect() for _ in range(count)]
        began = time.monotonic()
        closed: dict[int, float] = {}
        waited: list[float] = []
        while len(closed) < count and time.monotonic() - began < 60:
            for number, client in enumerate(clients):
                if number in closed:
                    continue
                try:
                    client.send(b"G")
                except OSError:
                    closed[number] = time.monotonic() - began
            asked = time.monotonic()
            if self.status(self.score()) != 200:
                raise SystemExit("a good request was not answered beside the slow ones")
            waited.append(time.monotonic() - asked)
            time.sleep(0.5)
        for client in clients:
            client.close()
        return len(closed), max(closed.values(), default=0.0), waited


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", type=int)
    parser.add_argument("token")
    parser.add_argument("--slow", type=int, default=500)
    options = parser.parse_args()
    asker = Asker(options.port, options.token)
    expected = [
        ("a good request", asker.score(), 200),
        ("a wrong token", asker.score(token="x" * 32), 401),
        ("a wrong Host", asker.score(host="evil.example"), 421),
        ("a wrong Origin", asker.score(more="Origin: http://evil.example\r\n"), 403),
        ("a body of 80 MiB", asker.score(size=80 << 20), 413),
        ("a head of 100 kB", asker.score(more=f"X: {'x' * 100_000}\r\n"), 431),
    ]
    wrong = 0
    for what, request, status in expected:
        got = asker.status(request)
        wrong += got != status
        print(f"{what}: {got}" + ("" if got == status else f", expected {status}"))
    closed, last, waited = asker.slow_clients(options.slow)
    wrong += closed != options.slow
    print(f"slow clients: {closed} of {options.slow} closed, the last after {last:.1f} s; "
          f"{len(waited)} others answered meanwhile, the longest in {1000 * max(waited):.1f} ms")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
