# For sessions with shellIntegration: marks where prompts, commands and their output begin and end (OSC 133). The nonce tells these marks
# from those that a program prints. zsh reads this file first, because ZDOTDIR names its folder; then it reads its user's own.

if (( ${+PTYWRIGHT_SHELL_ZDOTDIR} )); then
  export ZDOTDIR=$PTYWRIGHT_SHELL_ZDOTDIR
else
  unset ZDOTDIR
fi
# What a shell was started with can be read by what it starts: it makes a nonce of its own, and says so once.
typeset -g __ptywright_mark=${$(od -An -N12 -tx1 /dev/urandom 2>/dev/null)//[^0-9a-f]/}
if [[ -o interactive && -n $__ptywright_mark ]]; then
  print -n "\e]133;Z;$__ptywright_mark;pw=$PTYWRIGHT_SHELL_NONCE\a"
else
  __ptywright_mark=$PTYWRIGHT_SHELL_NONCE
fi
__ptywright_mark=";pw=$__ptywright_mark"
if [[ $PTYWRIGHT_SHELL_START == none ]]; then
  unsetopt rcs
elif [[ -r ${ZDOTDIR:-$HOME}/.zshenv ]]; then
  . ${ZDOTDIR:-$HOME}/.zshenv
fi
unset PTYWRIGHT_SHELL_ZDOTDIR PTYWRIGHT_SHELL_NONCE PTYWRIGHT_SHELL_START

# By builtins, whose names its user may give to functions. With the first prompt, when all start-up files have been read.
__ptywright_begin() {
  precmd_functions=(${precmd_functions:#__ptywright_begin})
  # What is typed is run as it is, and not remembered.
  builtin setopt no_bang_hist hist_ignore_space
  __ptywright_hook
}

# First and last of what is done before a prompt, whatever its user put there since.
__ptywright_hook() {
  builtin emulate -L zsh -o no_xtrace
  precmd_functions=(__ptywright_ended ${precmd_functions:#__ptywright_(ended|prompt)} __ptywright_prompt)
  preexec_functions=(${preexec_functions:#__ptywright_runs} __ptywright_runs)
  __ptywright_prompt
}

# Nothing of these is traced: a trace may be read by others.
__ptywright_runs() {
  builtin emulate -L zsh -o no_xtrace
  builtin typeset -g __ptywright_running=1
  builtin print -n "\e]133;C$__ptywright_mark\a"
}

# A long command is in a file, with one character behind it that keeps its last line ends.
__ptywright_take() {
  { builtin local ended=$?; builtin emulate -L zsh -o no_xtrace } 2>/dev/null
  builtin typeset -g +x __ptywright_command="$(<$1)"
  __ptywright_command=${__ptywright_command%?}
  builtin return $ended
}

# In front of a command that is run by name: others may run before it. With the jobs that there are, of which zsh may tell in the middle of it.
__ptywright_run() {
  { builtin local ended=$?; builtin emulate -L zsh -o no_xtrace } 2>/dev/null
  builtin typeset -g __ptywright_running=1
  builtin zmodload -i zsh/parameter 2>/dev/null
  builtin print -n "\e]133;C;run=$1;jobs=${(kj:,:)jobstates}$__ptywright_mark\a"
  builtin return $ended
}

# Also called behind a command: before a prompt zsh first ends an unfinished line.
__ptywright_ended() {
  { builtin local ended=$?; builtin emulate -L zsh -o no_xtrace } 2>/dev/null
  if [[ -n ${__ptywright_running-} ]]; then
    builtin unset __ptywright_running
    builtin print -n "\e]133;D;$ended$__ptywright_mark\a"
    __ptywright_hook
  fi
  builtin return $ended
}

# A prompt may be made anew each time. It is nobody else's: it holds the nonce.
__ptywright_prompt() {
  builtin emulate -L zsh -o no_xtrace
  builtin local begin=$'%{\e]133;A'$__ptywright_mark$'\a%}' end=$'%{\e]133;B'$__ptywright_mark$'\a%}'
  [[ ${PS1-} == $begin* ]] || PS1=$begin${PS1-}
  [[ $PS1 == *$end ]] || PS1+=$end
  builtin typeset -g +x PS1 __ptywright_mark
}

if [[ -o interactive ]]; then
  precmd_functions+=(__ptywright_begin)
fi
