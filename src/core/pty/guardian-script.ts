import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { limitPrefix } from "./limit-mark.js";

/**
 * Run by /bin/sh, one for each process of ours, in a session of its own. It keeps in mind what its standard input tells, which the kernel ends
 * however we die, and then ends what is still there:
 *
 *   sh -c SCRIPT guardian LEDGER MARKER LIMIT NODE PROGRAM      listen until the end of input, then sweep
 *   sh -c SCRIPT sweeper LEDGER MARKER LIMIT NODE PROGRAM       sweep a ledger that a dead guardian left behind
 *
 * Lines of both: "+ pid start" for a session's leader, "- pid start" once it was ended, "= folder" for the control group of all sessions. A
 * pid counts only with its start time, and a session without its leader only with our marks on a member, except right after our end where there is
 * no control group.
 */
const GUARDIAN_SCRIPT = String.raw`
ledger=$1 marker=$2 limit=$3 node=$4 end_marked=$5
trap '' HUP INT QUIT TERM PIPE

live=' ' cgroup=
listen() {
  while read -r sign one two; do
    case $sign in
      +) live="$live$one:$two " ;;
      -) case $live in *" $one:$two "*) live="${"$"}{live%%" $one:$two "*} ${"$"}{live#*" $one:$two "}" ;; esac ;;
      =) cgroup="$one${"$"}{two:+ $two}" ;;
    esac
  done
}
if [ "$0" = guardian ]; then listen; else listen 2>/dev/null < "$ledger"; fi

# Sets what is known of process $1, or fails. Its name may have line ends in it.
stat_of() {
  line=
  while read -r part; do line="$line$part "; done 2>/dev/null < "/proc/$1/stat"
  [ -n "$line" ] || return 1
  set -- ${"$"}{line##*) }
  state=$1 parent=$2 group=$3 session=$4 threads=${"$"}{18} start=${"$"}{20}
}

# Whether process $1 carries our mark in its limits. Nothing may be forked for it: its own forks would be looked at too.
is_marked() {
  while read -r _ name unit value _; do
    case "$name $unit $value" in "realtime timeout $limit"*) return 0 ;; esac
  done 2>/dev/null < "/proc/$1/limits"
  return 1
}

# Adds process $1 to those that live if it is one of ours, and stops it at once when it is time for that.
visit() {
  [ "$1" != $$ ] && stat_of "$1" && [ "$session" != 0 ] || return
  case $state in Z | X) [ "$threads" -gt 1 ] || return ;; esac
  case $found in
    *" $1:$start "*) ;;
    *)
      case $ours$marked in
        *" $session "* | *" $group "* | *" $1 "*) ;;
        *) case $found in *" $parent:"*) ;; *) return ;; esac ;;
      esac
      found="$found$1:$start " fresh=1
      [ -n "$freeze" ] && kill -STOP "$1" 2>/dev/null
      ;;
  esac
  alive="$alive$1 "
}

last_pid() { read -r _ _ _ _ newest 2>/dev/null < /proc/loadavg; }

# Sets the numbers of the sessions that are ours.
find_ours() {
  ours=' '
  for entry in $live; do
    pid=${"$"}{entry%:*}
    if stat_of "$pid"; then
      [ "$pid:$start" = "$entry" ] && ours="$ours$pid "
    elif [ "$0" = guardian ] && [ -z "$cgroup" ]; then
      ours="$ours$pid "
    fi
  done
}

# Looks at all processes, then at those that were born meanwhile, as who forks and exits all the time is in no list.
look() {
  alive=' ' marked=' ' newest=0 born=0
  find_ours
  # A program can make its environment of gigabytes.
  marks=$(
    ulimit -t 2
    cd /proc
    grep -lsF "PTYWRIGHT_SESSION=$marker." [0-9]*/environ
    grep -ls "^Max realtime timeout  *$limit" [0-9]*/limits
  )
  for file in $marks; do marked="$marked${"$"}{file%%/*} "; done
  last_pid
  last=$newest
  for dir in /proc/[0-9]*; do visit "${"$"}{dir#/proc/}"; done
  [ -n "$freeze" ] || return
  last_pid
  # Of a crowd the youngest: who hops is among them.
  while [ "$last" -lt "$newest" ] && [ "$born" -lt 48 ]; do
    [ "$((newest - last))" -gt 8 ] && last=$((newest - 8))
    last=$((last + 1)) born=$((born + 1))
    [ -d "/proc/$last" ] || continue
    is_marked "$last" && marked="$marked$last "
    visit "$last"
    [ "$last" -lt "$newest" ] || last_pid
  done
}

# Who hops is too fast for a shell. Where there is no Node any more, a shell has to do.
chase() { [ -x "$node" ] && "$node" "$end_marked" "$marker" "$limit" $ours 2>/dev/null; }

# The kernel passes over those whose main thread has ended; they are ended one by one.
end_cgroup() {
  echo 1 2>/dev/null > "$cgroup/cgroup.kill"
  for file in "$cgroup"/*/cgroup.procs "$cgroup"/*/*/cgroup.procs; do
    [ -r "$file" ] && while read -r pid; do [ "$pid" = $$ ] || kill -KILL "$pid" 2>/dev/null; done < "$file"
  done
}

all_groups() { for pid in $ours; do kill "-$1" "-$pid" 2>/dev/null; done; }

alive=' '
if [ ! -r /proc/self/stat ]; then
  # Without /proc (macOS, BSD) the process group is what we can name.
  for entry in $live; do kill -HUP "-${"$"}{entry%:*}" 2>/dev/null; done
  sleep 0.2 2>/dev/null || sleep 1
  for entry in $live; do kill -KILL "-${"$"}{entry%:*}" 2>/dev/null; done
else
  found=' ' freeze= round=0 quiet=0
  find_ours
  [ "$live" = ' ' ] || chase
  look
  if [ "$alive" != ' ' ]; then
    kill -HUP $alive 2>/dev/null
    kill -CONT $alive 2>/dev/null
    sleep 0.2 2>/dev/null || sleep 1
    chase
  fi
  # Everybody is stopped before anybody is ended: nobody forks meanwhile, and parents still lead to their children.
  freeze=1
  while [ "$quiet" -lt 2 ] && [ "$round" -lt 40 ]; do
    round=$((round + 1)) looks=0 fresh=1
    all_groups STOP
    while [ -n "$fresh" ] && [ "$looks" -lt 8 ]; do
      fresh= looks=$((looks + 1))
      look
    done
    all_groups KILL
    [ -n "$cgroup" ] && end_cgroup
    if [ "$alive" = ' ' ]; then quiet=$((quiet + 1)); else quiet=0; kill -KILL $alive 2>/dev/null; fi
  done
fi
if [ -n "$cgroup" ]; then
  for try in 1 2 3 4 5 6 7 8; do
    rmdir "$cgroup"/*/*/ "$cgroup"/*/ "$cgroup" 2>/dev/null
    [ -d "$cgroup" ] || break
    sleep 0.1 2>/dev/null || sleep 1
  done
fi
# Who could not be ended, another user's process say, is met again at the next start.
if [ "$alive" = ' ' ]; then
  rm -f "$ledger"
  case $ledger in */ptywright-ledger-*) rmdir "${"$"}{ledger%/*}" 2>/dev/null ;; esac
fi
`;

/** Empty in a program with Node inside it, whose own start this would be. */
const NODE = /^node/.test(basename(process.execPath)) ? process.execPath : "";
const END_MARKED = fileURLToPath(new URL("./end-marked.js", import.meta.url));

/** It needs grep, sleep, rm and rmdir, whatever the caller's PATH leaves out. */
const GUARDIAN_ENV = { PATH: [process.env.PATH, "/usr/bin:/bin"].filter(Boolean).join(":") };

/** Throws or emits an error where it cannot be started. A guardian listens to its `stdin` until that ends. */
export function startGuardianScript(role: "guardian" | "sweeper", ledger: string, marker: string): ChildProcess {
  const words = [role, ledger, marker, limitPrefix(marker), NODE, END_MARKED];
  return spawn("/bin/sh", ["-c", GUARDIAN_SCRIPT, ...words], {
    stdio: [role === "guardian" ? "pipe" : "ignore", "ignore", "ignore"],
    // A session of its own: Ctrl-C in our terminal must not reach it.
    detached: true,
    cwd: "/",
    env: GUARDIAN_ENV,
  });
}
