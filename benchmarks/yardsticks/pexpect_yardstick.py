# What people use from Python: pexpect for the terminal, pyte for the screen. Prints seconds, or a round trip a line.
# usage: pexpect_yardstick.py bulk FILE | round-trip COUNT
import sys
import time

import pexpect


def bulk(path):
    import pyte

    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    start = time.monotonic()
    child = pexpect.spawn("/bin/cat", [path], dimensions=(24, 80))
    while True:
        try:
            stream.feed(child.read_nonblocking(65536, timeout=30))
        except pexpect.EOF:
            break
    print("%.6f" % (time.monotonic() - start))


def round_trip(count):
    child = pexpect.spawn("/bin/cat", dimensions=(24, 80))
    child.delaybeforesend = None
    for i in range(count):
        start = time.monotonic()
        child.send("line %d\n" % i)
        child.expect_exact("line %d\r\nline %d\r\n" % (i, i))
        print("%.6f" % (time.monotonic() - start))


if sys.argv[1] == "bulk":
    bulk(sys.argv[2])
else:
    round_trip(int(sys.argv[2]))
