# For sessions with shellIntegration: marks where prompts, commands and their output begin and end (OSC 133). The nonce tells these marks
# from those that a program prints. Read after its user's own configuration.

# What a shell was started with can be read by what it starts: it makes a nonce of its own, and says so once.
set -g __ptywright_mark (od -An -N12 -tx1 /dev/urandom 2>/dev/null | string replace -ra '[^0-9a-f]' '')
if builtin test -n "$__ptywright_mark"
    builtin printf '\e]133;Z;%s;pw=%s\a' $__ptywright_mark $PTYWRIGHT_SHELL_NONCE
else
    set -g __ptywright_mark $PTYWRIGHT_SHELL_NONCE
end
set -g __ptywright_mark ";pw=$__ptywright_mark"
set -e PTYWRIGHT_SHELL_NONCE

# A long command is in a file.
function __ptywright_take
    builtin set -l ended $status
    set -g __ptywright_command (string collect --no-trim-newlines <$argv[1])
    return $ended
end

# Which jobs there are: fish tells of their end behind the next command. One that has ended, and was not told of, is left out: it was there when
# the last command ended.
function __ptywright_jobs
    builtin echo jobs=(builtin jobs | builtin string replace -rf '^(\d+)\t.*' '$1' | builtin string join ,)
end

# In front of a command that is run by name: others may run before it.
function __ptywright_run
    builtin set -l ended $status
    builtin printf '\e]133;C;run=%s;%s%s\a' $argv[1] (__ptywright_jobs) $__ptywright_mark
    return $ended
end

function __ptywright_runs --on-event fish_preexec
    builtin set -l ended $status
    builtin printf '\e]133;C%s\a' $__ptywright_mark
    return $ended
end

function __ptywright_ended --on-event fish_postexec
    builtin set -l ended $status
    builtin printf '\e]133;D;%s;%s%s\a' $ended (__ptywright_jobs) $__ptywright_mark
    __ptywright_hook
end

function __ptywright_status
    return $argv[1]
end

# Around its user's prompt, also one that was made since.
function __ptywright_hook
    functions --query fish_prompt; or function fish_prompt
        builtin echo -n '> '
    end
    functions fish_prompt | builtin string match -q '*__ptywright_mark*'; and return
    functions --erase __ptywright_prompt
    functions --copy fish_prompt __ptywright_prompt
    function fish_prompt
        builtin set -l ended $status
        builtin printf '\e]133;A%s\a' $__ptywright_mark
        __ptywright_status $ended
        __ptywright_prompt
        builtin printf '\e]133;B%s\a' $__ptywright_mark
    end
end
__ptywright_hook
