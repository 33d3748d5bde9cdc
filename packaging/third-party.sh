#!/usr/bin/env bash
# Tells whose code ends in the executables besides ours, and its licences: THIRD-PARTY.txt of the release archives.
#
# Read from the crates themselves, so that nothing has to be kept by hand: cargo tells which ones are linked, and the texts lie
# in the folders of their sources. A text that several crates share is told once.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/common.sh
export LC_ALL=C
shopt -s nocaseglob nullglob

# Licences that ask for their text and no more. Where a crate leaves the choice, the first of these.
readonly LICENCES=(MIT Apache-2.0 BSD-3-Clause BSD-2-Clause Zlib ISC Unicode-3.0 Unicode-DFS-2016 0BSD Unlicense CC0-1.0)
readonly LINE=--------------------------------------------------------------------------------

# Each text without its line breaks, as it is, and what it is for.
keys=()
texts=()
users=()
# What cargo is asked about.
package=
manifest=Cargo.toml
targets=()

usage() {
    cat <<END
usage: packaging/third-party.sh --package NAME TARGET...

Prints the crates that are linked into the programs for these targets (as x86_64-unknown-linux-gnu), and their licences.
Fails if a crate has none of these, or lacks its text: ${LICENCES[*]}

  --package NAME   the package whose program it is: rustgomo, the brain, rustgomo-python, rustgomo-web or rustgomo-workbench
  --help           this text
END
}

read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
            --package) [ $# -ge 2 ] || fail "--package needs a name"; package=$2; shift ;;
            --help | -h) usage; exit 0 ;;
            -*) usage >&2; fail "unknown argument: $1" ;;
            *) targets+=("$1") ;;
        esac
        shift
    done
    [ -n "$package" ] || { usage >&2; fail "expected --package"; }
    [ ${#targets[@]} -gt 0 ] || { usage >&2; fail "expected a target"; }
    # That one stands in a workspace of its own.
    [ "$package" != rustgomo-python ] || manifest=python/Cargo.toml
}

# Lines as `redb v4.5.0|MIT OR Apache-2.0`. What only runs at compile time is not linked.
linked_crates() {
    cargo tree --locked --manifest-path "$manifest" --color never -p "$package" "${targets[@]/#/--target=}" \
        -e normal,no-proc-macro --prefix none --no-dedupe -f '{p}|{l}' | sed -e '/^rustgomo\(-python\|-web\|-workbench\)\? /d' -e '/^$/d' | sort -u
}

# Lines as `/home/.../redb-4.5.0/`.
source_folders() {
    cargo metadata --locked --manifest-path "$manifest" --format-version 1 "${targets[@]/#/--filter-platform=}" |
        grep -o '"manifest_path":"[^"]*"' | sed 's|^"manifest_path":"\(.*/\)Cargo.toml"$|\1|'
}

# Sets `words` to what only the text of this licence says.
find_words() {
    case $1 in
        MIT) words="to any person obtaining a copy of this software and associated documentation files" ;;
        Apache-2.0) words="TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION" ;;
        BSD-*) words="Redistribution and use in source and binary forms, with or without modification, are permitted" ;;
        Zlib) words="This software is provided 'as-is', without any express or implied warranty" ;;
        ISC | 0BSD) words="Permission to use, copy, modify, and/or distribute this software for any purpose" ;;
        Unicode-*) words="UNICODE" ;;
        Unlicense) words="free and unencumbered software released into the public domain" ;;
        CC0-1.0) words="CC0 1.0 Universal" ;;
        *) fail "no words are known of the licence $1" ;;
    esac
}

# Sets `key` to the text without its line breaks.
find_key() {
    local -a parts
    IFS=$' \t\r\n' read -rd '' -a parts <<<"$1" || true
    key="${parts[*]}"
}

# add_text USER TEXT
add_text() {
    local i
    find_key "$2"
    for i in "${!keys[@]}"; do
        if [ "${keys[i]}" = "$key" ]; then
            [[ ", ${users[i]}, " == *", $1, "* ]] || users[i]+=", $1"
            return
        fi
    done
    keys+=("$key")
    texts+=("$(sed -e 's/[[:space:]]*$//' -e '/./,$!d' <<<"$2")")
    users+=("$1")
}

# add_files USER FOLDER LICENCE...: the files of the folder that tell a licence, the first of which there are any.
add_files() {
    local user=$1 folder=$2 found=no licence file text words key
    shift 2
    for licence in "$@"; do
        find_words "$licence"
        for file in "$folder"{licen[cs]e,unlicen[cs]e,copying,copyright}*; do
            [ -f "$file" ] || continue
            text=$(<"$file")
            find_key "$text"
            [[ $key == *"$words"* ]] || continue
            add_text "$user" "$text"
            found=yes
        done
        [ $found = no ] || break
    done
    [ $found = yes ]
}

# Sets `choices` to those of an expression that we take, the best first.
find_choices() {
    local licence alternatives=" OR ${1//\// OR } OR " # The slash is an old way to write OR.
    choices=()
    [[ $1 != *[\(\)]* ]] || return 0
    for licence in "${LICENCES[@]}"; do
        [[ $alternatives != *" OR $licence OR "* ]] || choices+=("$licence")
    done
}

# add_crate CRATE EXPRESSION FOLDER
add_crate() {
    local file below part
    local -a choices
    while read -r part; do
        part=${part#(}
        find_choices "${part%)}"
        [ ${#choices[@]} -gt 0 ] || fail "$1 is under \"$2\": expected one of ${LICENCES[*]}, or choices with OR"
        add_files "$1" "$3" "${choices[@]}" || fail "$1 is under \"$2\", but no file of $3 has the text"
    done <<<"${2// AND /$'\n'}"
    for file in "$3"notice*; do
        add_text "$1" "$(<"$file")"
    done
    # Code from elsewhere that the crate contains.
    while read -r below; do
        add_files "$1 (${below#"$3"})" "$below/" "${LICENCES[@]}" || fail "$1 contains code under an unknown licence: $below"
    done < <(find "$3" -mindepth 2 -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' \) ! -name '*.rs' |
        sed 's|/[^/]*$||' | sort -u)
}

print_texts() {
    local i
    for i in "${!texts[@]}"; do
        printf '\n%s\n%s\n\n%s\n' "$LINE" "${users[i]}" "${texts[i]}"
    done
}

main() {
    local crates folders folder crate licences
    read_arguments "$@"
    crates=$(linked_crates) || fail "cargo tree fails"
    [ -n "$crates" ] || fail "cargo tree tells of no crates"
    folders=$(source_folders) || fail "cargo metadata fails"
    echo "RustGomo contains code of others: the C library, the Rust standard library with the crates inside it (MIT OR"
    echo "Apache-2.0), and the crates below. Behind them stand the texts of the licences under which they are used here."
    echo
    while IFS='|' read -r crate licences; do
        crate=${crate/ v/ }
        folder=$(grep -m 1 -F "/${crate/ /-}/" <<<"$folders") || fail "there is no folder ${crate/ /-} with the sources"
        add_crate "$crate" "$licences" "$folder"
        echo "$crate ($licences)"
    done <<<"$crates"
    # Its own text differs from ours in the copyright alone.
    add_text "The Rust standard library" "$(sed 's/^Copyright .*/Copyright (c) The Rust Project Contributors/' LICENSE-MIT)"
    print_texts
}

main "$@"
