#!/bin/sh
# Tests a full-screen program: less shows what it should, from the first line to a searched one.
set -eu
cd "$(mktemp -d)"
PATH="$(cd "$OLDPWD" && cd "$(dirname "$0")/../bin" && pwd):$PATH"
trap 'ptywright rm pager; rm -r "$PWD"' EXIT

seq 500 | sed 's/^/line /' > lines.txt
ptywright new --name pager --rows 12 -- less lines.txt
ptywright wait pager 'line 1' --timeout 10
ptywright send pager --key G
ptywright wait pager 'line 500' --timeout 10
ptywright send pager 250g
ptywright wait pager '^line 250' --regex --timeout 10
test "$(ptywright screen pager --row 0)" = 'line 250'
echo 'less found line 250'
