# For sessions with shellIntegration: marks where prompts, commands and their output begin and end (OSC 133). The nonce tells these marks
# from those that a program prints. Read as bash's rcfile, or with the first prompt where start-up files are not wanted.

# What a shell was started with can be read by what it starts: it makes a nonce of its own, and says so once.
__ptywright_nonce=$(od -An -N12 -tx1 /dev/urandom 2>/dev/null)
__ptywright_nonce=${__ptywright_nonce//[!0-9a-f]/}
[[ -z $__ptywright_nonce ]] || builtin printf '\e]133;Z;%s;pw=%s\a' "$__ptywright_nonce" "$PTYWRIGHT_SHELL_NONCE"
__ptywright_mark=";pw=${__ptywright_nonce:-$PTYWRIGHT_SHELL_NONCE}"
__ptywright_start=$PTYWRIGHT_SHELL_START
unset PTYWRIGHT_SHELL_NONCE PTYWRIGHT_SHELL_START __ptywright_nonce

# Made before its user's files are read, whose aliases would become a part of them; by builtins, whose names its user may give to functions.
# Marks go to the terminal, wherever the shell's output goes, and are not traced: a trace may be read by others.
__ptywright_ended() {
  { builtin local - status="$?" && builtin set +x; } 2>/dev/null
  builtin printf '\e]133;D;%s%s\a' "$status" "$__ptywright_mark" >/dev/tty
  builtin printf %s "$status" >&3
}

# In front of a command that is run by name: others may run before it. What is to be told of jobs is told now, before its output begins. A
# long command is in a file, with one character behind it that keeps its last line ends.
__ptywright_take() {
  { builtin local - status="$?" && builtin set +x; } 2>/dev/null
  builtin jobs -n
  if [[ -n ${1-} ]]; then
    __ptywright_command=$(<"$1")
    __ptywright_command=${__ptywright_command%?}
    builtin export -n __ptywright_command
  fi
  builtin return "$status"
}

# Where its output begins, and which jobs there are, of which bash may tell in the middle of it. Called as a part of the words of eval: a DEBUG
# trap runs before that, and what it prints for eval is not the command's.
__ptywright_run() {
  { builtin local - status="$?" line numbers= && builtin set +x; } 2>/dev/null
  while IFS= builtin read -r line; do
    [[ $line == \[+([0-9])\]* ]] && line=${line%%]*} && numbers+=,${line#?}
  done <<<"$(builtin jobs)"
  builtin printf '\e]133;C;run=%s;jobs=%s%s\a' "$1" "${numbers#,}" "$__ptywright_mark" >/dev/tty
  builtin return "$status"
}

# Behind a command that was run, whose end has been told: its user may have changed what tells of the next one.
__ptywright_after() {
  { builtin local - && builtin set +x; } 2>/dev/null
  __ptywright_told=1
  __ptywright_hook
  __ptywright_prompt
  builtin return "$1"
}

# Before a prompt: of what was typed, and of what was cut short.
__ptywright_asks() {
  { builtin local - status="$?" && builtin set +x; } 2>/dev/null
  [[ -n ${__ptywright_told-} ]] || builtin printf '\e]133;D;%s%s\a' "$status" "$__ptywright_mark" >/dev/tty
}

# A prompt may be made anew each time. It is nobody else's: it holds the nonce.
__ptywright_prompt() {
  { builtin local - && builtin set +x; } 2>/dev/null
  builtin local begin='\[\e]133;A'"$__ptywright_mark"'\a\]' end='\[\e]133;B'"$__ptywright_mark"'\a\]'
  [[ ${PS1-} == "$begin"* ]] || PS1=$begin${PS1-}
  [[ $PS1 == *"$end" ]] || PS1=$PS1$end
  [[ ${PS0-} == *"$__ptywright_mark"* ]] || PS0=${PS0-}$'\e]133;C'$__ptywright_mark$'\a'
  builtin export -n PS0 PS1 __ptywright_mark
}

# First and last of what is done before a prompt, whatever its user put there since. No DEBUG trap runs before the words of a loop are made, and
# none where there are no words: what it prints is not the command's.
__ptywright_first='for __ptywright_none in $({ __ptywright_asks; } >/dev/null 2>&1); do :; done'
__ptywright_last='__ptywright_prompt; builtin unset __ptywright_told'
__ptywright_hook() {
  builtin local IFS=$' \t\n' all
  if ((BASH_VERSINFO[0] > 5 || (BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] > 0))); then
    all=("${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}")
    [[ ${all[0]-} == "$__ptywright_first" && ${all[${#all[@]} - 1]} == "$__ptywright_last" ]] && builtin return
    all=("${all[@]//"$__ptywright_first"/:}")
    all=("${all[@]//"$__ptywright_last"/:}")
    builtin unset PROMPT_COMMAND
    PROMPT_COMMAND=("$__ptywright_first" "${all[@]}" "$__ptywright_last")
  else
    all=${PROMPT_COMMAND-}
    all=${all//"$__ptywright_first"/:}
    all=${all//"$__ptywright_last"/:}
    PROMPT_COMMAND="$__ptywright_first
${all:-:}
$__ptywright_last"
  fi
  builtin export -n PROMPT_COMMAND
}

case $__ptywright_start in
  none) unset PROMPT_COMMAND ;;
  login)
    [[ -r /etc/profile ]] && . /etc/profile
    for __ptywright_file in ~/.bash_profile ~/.bash_login ~/.profile; do
      [[ -r $__ptywright_file ]] && . "$__ptywright_file" && break
    done
    ;;
  file:*) . "${__ptywright_start#file:}" ;;
  *) [[ -r ~/.bashrc ]] && . ~/.bashrc ;;
esac

# What is typed is run as it is, and not remembered.
builtin set +H
HISTCONTROL=ignorespace${HISTCONTROL:+:$HISTCONTROL}

__ptywright_hook
[[ $__ptywright_start == none ]] && __ptywright_prompt
builtin unset __ptywright_start __ptywright_file
