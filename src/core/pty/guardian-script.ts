import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";

/**
 * Run by /bin/sh, one for each process of ours, in a session of its own. It sleeps in `read` until its standard input
 * ends, which the kernel brings about however we die, and then ends what the ledger still lists:
 *
 *   sh -c SCRIPT guardian LEDGER MARKER      wait for the end of input, then sweep
 *   sh -c SCRIPT sweeper LEDGER MARKER       sweep a ledger that a dead guardian left behind
 *
 * Ledger lines: "+ pid start" for a session's leader, "- pid start" once it was ended. A pid counts only with its start
 * time, and a session without its leader only with our marker in a member's environment, except right after our end.
 */
const GUARDIAN_SCRIPT = String.raw`
ledger=$1 marker=$2
trap '' HUP INT QUIT TERM PIPE
[ "$0" = guardian ] && while read -r _; do :; done

ended=' ' live=' '
while read -r sign pid start; do
  case $sign in -) ended="$ended$pid:$start " ;; esac
done 2>/dev/null < "$ledger"
while read -r sign pid start; do
  case $sign in +) ;; *) continue ;; esac
  case $ended in *" $pid:$start "*) continue ;; esac
  live="$live$pid:$start "
done 2>/dev/null < "$ledger"

# Sets session and start of process $1, or fails.
stat_of() {
  read -r line 2>/dev/null < "/proc/$1/stat" || return 1
  set -- ${"$"}{line##*) }
  session=$4 start=${"$"}{20}
}

# Prints the pids of all that must go.
victims() {
  ours=' ' marked=' '
  for entry in $live; do
    pid=${"$"}{entry%:*}
    if stat_of "$pid"; then
      [ "$pid:$start" = "$entry" ] && ours="$ours$pid "
    elif [ "$0" = guardian ]; then
      ours="$ours$pid "
    fi
  done
  for file in $(grep -lsF "PTYWRIGHT_SESSION=$marker." /proc/[0-9]*/environ); do
    file=${"$"}{file#/proc/}
    marked="$marked${"$"}{file%/environ} "
  done
  for dir in /proc/[0-9]*; do
    pid=${"$"}{dir#/proc/}
    [ "$pid" = $$ ] && continue
    stat_of "$pid" || continue
    [ "$session" = 0 ] && continue
    case "$ours$marked" in *" $session "* | *" $pid "*) echo "$pid" ;; esac
  done
}

# Without /proc (macOS, BSD) the process group is what we can name.
if [ ! -r /proc/self/stat ]; then
  for entry in $live; do kill -HUP "-${"$"}{entry%:*}" 2>/dev/null; done
  sleep 0.2 2>/dev/null || sleep 1
  for entry in $live; do kill -KILL "-${"$"}{entry%:*}" 2>/dev/null; done
else
  doomed=$(victims)
  [ -n "$doomed" ] && kill -HUP $doomed 2>/dev/null && kill -CONT $doomed 2>/dev/null
  [ -n "$doomed" ] && { sleep 0.2 2>/dev/null || sleep 1; }
  for round in 1 2 3; do
    doomed=$(victims)
    [ -z "$doomed" ] && break
    kill -KILL $doomed 2>/dev/null
  done
fi
rm -f "$ledger"
case $ledger in */ptywright-ledger-*) rmdir "${"$"}{ledger%/*}" 2>/dev/null ;; esac
`;

/** It needs grep, sleep and rm, whatever the caller's PATH leaves out. */
const GUARDIAN_ENV = { PATH: [process.env.PATH, "/usr/bin:/bin"].filter(Boolean).join(":") };

/** Throws or emits an error where it cannot be started. A guardian waits for the end of its `stdin`. */
export function startGuardianScript(role: "guardian" | "sweeper", ledger: string, marker: string): ChildProcess {
  return spawn("/bin/sh", ["-c", GUARDIAN_SCRIPT, role, ledger, marker], {
    stdio: [role === "guardian" ? "pipe" : "ignore", "ignore", "ignore"],
    // A session of its own: Ctrl-C in our terminal must not reach it.
    detached: true,
    cwd: "/",
    env: GUARDIAN_ENV,
  });
}
