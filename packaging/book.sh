#!/usr/bin/env bash
# Makes the book that comes with the board: `rustgomo database grow` below the 26 openings of renju, the balanced starts of freestyle 15
# and the empty board. Killed at any moment, the same command goes on; with a greater RENJU or FREESTYLE it goes further.
set -euo pipefail

usage() {
    cat <<END
usage: packaging/book.sh FOLDER

Grows one database for each start in FOLDER, and writes FOLDER/book.gz, the file that the page loads.

Environment:
  RUSTGOMO       the program (default: target/release/rustgomo)
  NODES          nodes for each position (default: 1000000)
  ROOT_NODES     nodes for the first positions of each start (default: 1000000)
  RENJU          positions to search below each of the 26 openings and the empty board of freestyle (default: 560)
  FREESTYLE      positions to search below each balanced start (default: 20)
  THREADS        positions searched at the same time (default: one a core)
  ROUNDS         parts of the work, after each of which all starts are as far and the book is written (default: 4); 0 writes what is known
END
}

case ${1:-} in
    -h | --help) usage; exit 0 ;;
    "" | -*) usage >&2; exit 1 ;;
esac
[ $# = 1 ] || { usage >&2; exit 1; }
readonly HERE=$(dirname "$(readlink -f "$0")")/..
RUSTGOMO=$(realpath -m "${RUSTGOMO:-$HERE/target/release/rustgomo}")
readonly RUSTGOMO
readonly NODES=${NODES:-1000000} ROOT_NODES=${ROOT_NODES:-1000000}
readonly RENJU=${RENJU:-560} FREESTYLE=${FREESTYLE:-20} THREADS=${THREADS:-0}
readonly ROUNDS=${ROUNDS:-4}
# The first positions of a start.
readonly RENJU_ROOTS=8 FREESTYLE_ROOTS=1
# From one end of the third stone's places to the other, the direct openings D1 to D13 and the indirect ones I1 to I13.
readonly DIRECT=(h10 i10 j10 i9 j9 i8 j8 h7 i7 j7 h6 i6 j6)
readonly INDIRECT=(j10 j9 j8 j7 j6 i8 i7 i6 h7 h6 g7 g6 f6)

mkdir -p "$1"
cd "$1"
# For the program an interruption is an ordinary end.
trap 'exit 130' INT
[ -x "$RUSTGOMO" ] || { echo "book.sh: no program $RUSTGOMO; build it with: cargo build --release -p rustgomo-workbench" >&2; exit 1; }

# grow RULE NAME POSITIONS NODES MOVES: searches until the log of the start has this number of positions. Each of its lines is a position
# whose values are on the disk.
grow() {
    local rule=$1 name=$2 positions=$3 nodes=$4 moves=$5 done=0
    [ -f "$name.log" ] && done=$(grep -c '"number"' "$name.log" || true)
    [ "$done" -ge "$positions" ] && return
    # The moves are words.
    # shellcheck disable=SC2086
    "$RUSTGOMO" database grow "$name.rdb" $moves --rule "$rule" --positions $((positions - done)) --nodes "$nodes" \
        --threads "$THREADS" --memory 32 --json >>"$name.log" </dev/null
}

# The starts, a line for each: rule, name, moves.
starts() {
    local number=0 square line x y moves letters=abcdefghijklmno
    echo "freestyle empty"
    for square in "${DIRECT[@]}"; do echo "renju D$((++number)) h8 h9 $square"; done
    number=0
    for square in "${INDIRECT[@]}"; do echo "renju I$((++number)) h8 i9 $square"; done
    number=0
    while IFS= read -r line; do
        moves=
        for square in ${line//, / }; do
            x=${square%,*} y=${square#*,}
            moves+=" ${letters:$((7 + x)):1}$((8 - y))"
        done
        echo "freestyle start$((++number))$moves"
    done <"$HERE/openings/freestyle15.txt"
}

# export_book: the positions of all databases and those on the way to the openings, as one text.
export_book() {
    local name database moves
    for database in *.rdb; do
        name=${database%.rdb}
        "$RUSTGOMO" database export "$database" "$name.export" --overwrite >/dev/null
    done
    { echo index,key,label,value,depth,bound,text; for name in *.rdb; do tail -n +2 "${name%.rdb}.export"; done; } >all.text
    rm -f -- *.export book.database
    "$RUSTGOMO" database import book.database all.text >/dev/null
    for moves in "h8 h9" "h8 i9" "h8" ""; do
        # shellcheck disable=SC2086
        "$RUSTGOMO" database grow book.database $moves --rule renju --positions 0 --nodes 1 >/dev/null
    done
    "$RUSTGOMO" database export book.database book.txt --overwrite
    gzip -9n <book.txt >book.gz.new
    mv book.gz.new book.gz
    wc -c book.gz
}

least() { echo $(($1 < $2 ? $1 : $2)); }

starts >starts
for ((round = 1; round <= ROUNDS; round++)); do
    while read -r rule name moves; do
        case $name in
            start*) all=$FREESTYLE roots=$FREESTYLE_ROOTS ;;
            *) all=$RENJU roots=$RENJU_ROOTS ;;
        esac
        grow "$rule" "$name" "$(least "$roots" "$all")" "$ROOT_NODES" "$moves"
        grow "$rule" "$name" $((all * round / ROUNDS)) "$NODES" "$moves"
    done <starts
    export_book
done
((ROUNDS > 0)) || export_book
cat -- *.log | grep -c '"number"' | sed 's/$/ positions searched/'
