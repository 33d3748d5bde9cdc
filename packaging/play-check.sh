#!/usr/bin/env bash
# usage: play-check.sh COMMAND...
#
# Starts a brain and plays it as a manager would: some moves, a new game on the large board from a position, and the end.
# Status 0 if every answer was a free square of the board and the brain left at END with status 0; a message and status
# 1 if not. Time limits are wide, for wine starts slowly; the caller sets one for all of it.
set -euo pipefail
. "$(dirname "$0")/common.sh"

readonly ANSWER_SECONDS=60
readonly END_SECONDS=10
readonly TURNS=3

[ $# -gt 0 ] || fail "name the command that starts the brain"

coproc BRAIN { exec "$@" 2>/dev/null; }
brain=${BRAIN_PID:-}
[ -n "${BRAIN[1]:-}" ] || fail "the brain ends at once: $*"
exec {to}>&"${BRAIN[1]}" {from}<&"${BRAIN[0]}"
# A brain that is gone is told by us, not by a signal; one that stays is ended.
trap '' PIPE
trap 'kill "$brain" 2>/dev/null || true' EXIT

# Windows managers end lines with CRLF.
send() { printf '%s\r\n' "$@" >&"$to" || fail "the brain is gone; not sent: $*"; }

# The next line that is no message, without the end of the line.
receive() {
    while true; do
        IFS= read -r -t "$ANSWER_SECONDS" -u "$from" line || fail "no answer to $1"
        line=${line%$'\r'}
        case $line in MESSAGE\ * | DEBUG\ *) ;; *) return ;; esac
    done
}

expect() {
    receive "$1"
    # shellcheck disable=SC2053 # a pattern
    [[ $line == $2 ]] || fail "expected $2 after $1, found \"$line\""
}

declare -A taken

put() {
    [[ $2 =~ ^([0-9]+),([0-9]+)$ ]] || fail "expected a move after $1, found \"$2\""
    ((BASH_REMATCH[1] < size && BASH_REMATCH[2] < size)) || fail "$2 is off the board of $size"
    [ -z "${taken[$2]:-}" ] || fail "$2 is taken already"
    taken[$2]=1
}

expect_move() {
    receive "$1"
    put "$1" "$line"
}

# Our stones go to the rim, where they are in nobody's way. The game ends before the brain can have five.
our_move() { echo "$(($1 * 2 % size)),$(($1 % 2 * (size - 1)))"; }

limits() { send "INFO timeout_turn 200" "INFO timeout_match 60000" "INFO max_memory 367001600" "INFO game_type 1" "INFO rule $1"; }

send ABOUT
expect ABOUT 'name="RustGomo", version="*"*'

size=15
send "START $size"
expect START OK
limits 1
send "INFO time_left 60000" BEGIN
expect_move BEGIN
for ((turn = 0; turn < TURNS; turn++)); do
    ours=$(our_move "$turn")
    # The brain may have gone there itself.
    [ -z "${taken[$ours]:-}" ] || continue
    put "our move" "$ours"
    send "INFO time_left 50000" "TURN $ours"
    expect_move "TURN $ours"
done

size=20
taken=()
send "START $size"
expect START OK
limits 0
for square in 9,9 10,10 9,10; do put BOARD "$square"; done
send "INFO time_left 60000" BOARD 9,9,2 10,10,1 9,10,2 DONE
expect_move BOARD

send END
status=0
IFS= read -r -t "$END_SECONDS" -u "$from" line || status=$?
[ "$status" != 0 ] || fail "expected the end after END, found \"$line\""
[ "$status" -le 128 ] || fail "the brain has not ended $END_SECONDS seconds after END"
status=0
wait "$brain" || status=$?
[ "$status" = 0 ] || fail "the brain ended with status $status"
