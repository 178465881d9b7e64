"""Drives Python's own REPL from Python, with nothing but the standard library: python3 examples/drive_repl.py"""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PTYWRIGHT = os.environ.get("PTYWRIGHT", os.path.join(HERE, "..", "bin", "ptywright"))


class Ptywright:
    """One JSON-RPC request at a time over the server's stdin and stdout."""

    def __enter__(self):
        command = [PTYWRIGHT, "serve", "--stdio"]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0
        return self

    def __exit__(self, *_):
        # The server ends with its input, and every program it started with it.
        self.server.stdin.close()
        self.server.wait()

    def call(self, method, **params):
        self.last_id += 1
        request = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        self.server.stdin.write(json.dumps(request).encode() + b"\n")
        self.server.stdin.flush()
        answer = json.loads(self.server.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]


with Ptywright() as pty:
    session = pty.call("session.create", program=sys.executable, args=["-q", "-i"])["session"]
    pty.call("session.wait", session=session, matcher={"type": "contains_text", "value": ">>> "})
    pty.call("session.input", session=session, action={"type": "text", "value": "6 * 7\r"})
    seen = pty.call("session.wait", session=session, matcher={"type": "screen_regex", "value": r"\n(\d+)\n>>> $"})
    print("6 * 7 is", seen["outcome"]["capture"])

    pty.call("session.input", session=session, action={"type": "eof"})
    pty.call("session.wait", session=session, matcher={"type": "process_exited"})
    screen = pty.call("session.snapshot", session=session, cells=False)
    print(screen["plain_text"])
    print("the REPL has left")
