#!/bin/sh
# Drives a shell from a shell, one request a line, with nothing else installed: sh examples/drive-shell.sh
# With --in-order each line is done before the next begins, so a script can simply be piped in.
set -eu
ptywright=${PTYWRIGHT:-$(dirname "$0")/../bin/ptywright}

answers=$("$ptywright" serve --stdio --in-order << 'END'
{"jsonrpc":"2.0","id":1,"method":"session.create","params":{"program":"/bin/sh","env":{"PS1":"ready> ","ENV":""}}}
{"jsonrpc":"2.0","id":2,"method":"session.wait","params":{"session":"s1","matcher":{"type":"contains_text","value":"ready> "}}}
{"jsonrpc":"2.0","id":3,"method":"session.input","params":{"session":"s1","action":{"type":"text","value":"echo answer: $((6 * 7))\r"}}}
{"jsonrpc":"2.0","id":4,"method":"session.wait","params":{"session":"s1","matcher":{"type":"screen_regex","value":"(?m)^answer: (\\d+)$"}}}
{"jsonrpc":"2.0","id":5,"method":"session.close","params":{"session":"s1"}}
END
)

printf '%s\n' "$answers" | sed -n 's/.*"capture":"\([0-9]*\)".*/6 * 7 is \1/p'
printf '%s\n' "$answers" | grep -q '"id":5,"result":{"closed":true' && echo "the shell is gone"
