#!/usr/bin/env bash
# Makes the release archives from a clean checkout on Debian 12 or newer:
#
#   rustgomo.zip                         for Gomocup and Piskvork: both Windows executables and one file with their networks,
#                                        nothing in subfolders
#   rustgomo-VERSION-x86_64-linux.tar.gz for Linux: brain and workbench, static, and the board for browsers
#   web.zip                              the board for browsers, for any static host
#
# Nothing is built for the machine at hand: every archive runs on any processor of its architecture, and the networks' code for
# AVX2 and AVX-512 is chosen at run time. What the compiler may use elsewhere stands in ABOUT and is compared with what we
# promise (`check_version`).
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/common.sh

# The networks of all rules beside the Windows executables, which have none inside.
readonly NETWORKS=rustgomo.rgn
# Gomocup takes 8 MB without asking.
readonly MAX_ZIP_BYTES=8000000
# Answers of a brain come within this many seconds under wine, starting included.
readonly PLAY_SECONDS=120
readonly BENCH_DEPTH=4
readonly WINDOWS_TARGETS=(x86_64-pc-windows-gnu i686-pc-windows-gnu)
readonly LINUX_TARGET=x86_64-unknown-linux-gnu
readonly PACKAGES=(
    rustc-web cargo-web rust-web-src lld-19                         # a compiler and the source of its own std
    gcc libc6-dev gcc-mingw-w64-x86-64-win32 gcc-mingw-w64-i686-win32 # linkers; binutils with objdump come along
    wine wine64                                                     # to try the result
    ca-certificates curl git zip unzip file
    advancecomp                                                     # compresses the zip once more
)

out=target/package
install=yes
work=

usage() {
    cat <<EOF
usage: packaging/package.sh [--out DIR] [--no-install]

Builds rustgomo.zip with the Windows executables, an archive for Linux and web.zip, and tries what is inside.

  --out DIR      where the archives go (default: target/package)
  --no-install   do not install Debian packages; without it apt-get installs:
                 ${PACKAGES[*]}
  --help         this text

Environment:
  WINE64, WINE32     commands that run a 64-bit and a 32-bit Windows program; the program and its arguments are
                     appended. Found by themselves where Debian's wine is installed. Without a 32-bit wine that
                     executable is not tried, and the report says so; packaging/wine32.sh can serve.
  RUSTGOMO_COMMIT    the commit, if the sources are no git checkout
  SOURCE_DATE_EPOCH  time of the files in the archives (default: that of the commit)
EOF
}

say() { echo "== $*"; }

read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
            --out) [ $# -ge 2 ] || fail "--out needs a folder"; out=$2; shift ;;
            --no-install) install=no ;;
            --help | -h) usage; exit 0 ;;
            *) usage >&2; fail "unknown argument: $1" ;;
        esac
        shift
    done
}

check_tools() {
    local tool
    for tool in /usr/bin/cargo /usr/bin/rustc wasm-ld-19 x86_64-w64-mingw32-gcc i686-w64-mingw32-gcc \
        x86_64-w64-mingw32-objdump curl git zip advzip unzip file; do
        command -v "$tool" >/dev/null || fail "$tool is missing; run without --no-install"
    done
    [ -d /usr/lib/rustlib/src/rust/library ] || fail "the source of std is missing: install rust-web-src"
}

# The commit goes into the executables; a `+` tells that they hold more than the commit.
find_commit() {
    if [ -z "${RUSTGOMO_COMMIT:-}" ] && [ -e .git ]; then
        RUSTGOMO_COMMIT=$(git rev-parse --short=8 HEAD)
        [ -z "$(git status --porcelain)" ] || RUSTGOMO_COMMIT+=+
        : "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
    fi
    export RUSTGOMO_COMMIT=${RUSTGOMO_COMMIT:-unknown}
    export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-315532800} # the first day that a zip can name
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
}

# Debian's cargo and rustc must come first together: std is built from source, which only fits its own compiler. That
# also keeps flags of the caller out of the archives. No paths of this machine go into the executables.
cargo_build() {
    env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS -u CARGO_BUILD_TARGET \
        PATH="/usr/bin:$PATH" CARGO_TARGET_DIR="$work/build" CARGO_PROFILE_RELEASE_STRIP=symbols \
        cargo build --release --locked "$@"
}

remapped_paths() {
    echo "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$PWD=."
}

# The start-up objects that a prebuilt std of i686 would have brought along.
make_i686_startup() {
    local name
    mkdir -p "$work/rt-i686"
    for name in rsbegin rsend; do
        RUSTC_BOOTSTRAP=1 /usr/bin/rustc --target i686-pc-windows-gnu --crate-type lib --emit=obj \
            -o "$work/rt-i686/$name.o" "/usr/lib/rustlib/src/rust/library/rtstartup/$name.rs"
    done
}

# The plain Windows targets and not those of Windows 7, which also need no bcryptprimitives.dll: these are the ones that
# many use and the Rust project tests. See packaging/windows-dlls.txt for what keeps the imports few.
build_windows() {
    say "building for Windows"
    local flags
    flags="$(remapped_paths) -Clink-arg=-Wl,--no-insert-timestamp"
    make_i686_startup
    RUSTC_BOOTSTRAP=1 \
        CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc \
        CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUSTFLAGS="$flags" \
        CARGO_TARGET_I686_PC_WINDOWS_GNU_LINKER=i686-w64-mingw32-gcc \
        CARGO_TARGET_I686_PC_WINDOWS_GNU_RUSTFLAGS="$flags -Lnative=$work/rt-i686" \
        cargo_build -p rustgomo --bin pbrain-rustgomo --no-default-features --features protocols \
        -Zbuild-std=std,panic_unwind "${WINDOWS_TARGETS[@]/#/--target=}"
}

# Static against glibc: nothing here asks for users, hosts or plugins, which glibc would load at run time.
build_linux() {
    say "building for Linux"
    export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS
    CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS="$(remapped_paths) -Ctarget-feature=+crt-static"
    cargo_build -p rustgomo --bin pbrain-rustgomo --target "$LINUX_TARGET"
    cp "$work/build/$LINUX_TARGET/release/pbrain-rustgomo" "$work/pbrain-rustgomo"
    cargo_build -p rustgomo-workbench --features embedded-board --bin rustgomo --target "$LINUX_TARGET"
    cp "$work/build/$LINUX_TARGET/release/rustgomo" "$work/rustgomo"
    unset CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS
}

build_web() {
    say "building the board for browsers"
    packaging/web.sh
    cp target/web/web.zip "$out"
}

# Text for Windows: CRLF, the version filled in.
windows_text() { sed -e "s/@VERSION@/$version $RUSTGOMO_COMMIT/" -e 's/$/\r/' "$1"; }

# c_library NAME FILE...: the notices of the C library that the linker adds. gcc's own parts ask for none, by their exception
# for compiled programs.
c_library() {
    printf '\n%s\nThe C library: parts of %s\n\n' -------------------------------------------------------------------------------- "$1"
    shift
    cat "$@"
}

# The same input makes the same archive: names in order, one time for all files, no owners.
make_zip() {
    local folder=$work/zip
    rm -rf "$folder"
    mkdir "$folder"
    cp "$work/build/x86_64-pc-windows-gnu/release/pbrain-rustgomo.exe" "$folder/pbrain-rustgomo64.exe"
    cp "$work/build/i686-pc-windows-gnu/release/pbrain-rustgomo.exe" "$folder/pbrain-rustgomo.exe"
    cat src/eval/network/data/*.rgn >"$folder/$NETWORKS"
    windows_text packaging/readme.txt >"$folder/readme.txt"
    windows_text LICENSE-MIT >"$folder/LICENSE-MIT.txt"
    windows_text LICENSE-APACHE >"$folder/LICENSE-APACHE.txt"
    {
        packaging/third-party.sh --package rustgomo "${WINDOWS_TARGETS[@]}"
        c_library mingw-w64 /usr/share/doc/mingw-w64-common/copyright
    } >"$work/third-party.txt"
    windows_text "$work/third-party.txt" >"$folder/THIRD-PARTY.txt"
    chmod 755 "$folder"/*.exe
    chmod 644 "$folder"/*.txt "$folder/$NETWORKS"
    touch -d "@$SOURCE_DATE_EPOCH" "$folder"/*
    (cd "$folder" && TZ=UTC LC_ALL=C zip -q -X -9 "$out/rustgomo.zip" ./*)
    # Two hundredths smaller.
    advzip -q -z -3 "$out/rustgomo.zip"
}

make_tar() {
    local name=rustgomo-$version-x86_64-linux
    rm -rf "$work/tar"
    mkdir -p "$work/tar/$name"
    # The README with everything that it links to. Documents for developers also name sources.
    cp -r "$work/pbrain-rustgomo" "$work/rustgomo" README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE-MIT LICENSE-APACHE docs openings "$work/tar/$name"
    # The workbench contains all crates of the brain.
    {
        packaging/third-party.sh --package rustgomo-workbench "$LINUX_TARGET"
        cat target/web/site/THIRD-PARTY.txt
        c_library "the GNU C Library" /usr/share/doc/libc6-dev/copyright /usr/share/common-licenses/LGPL-2.1
    } >"$work/tar/$name/THIRD-PARTY.txt"
    tar_file=$out/$name.tar.gz
    tar -C "$work/tar" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
        -cf - "$name" | gzip -9n >"$tar_file"
}

check_zip_size() {
    local bytes
    bytes=$(stat -c %s "$out/rustgomo.zip")
    [ "$bytes" -le "$MAX_ZIP_BYTES" ] || fail "rustgomo.zip has $bytes bytes; Gomocup takes $MAX_ZIP_BYTES"
}

imports_of() { x86_64-w64-mingw32-objdump -p "$1" | sed -n 's/^[[:space:]]*DLL Name: //p' | sort -fu; }

check_imports() {
    local dll
    imports_of "$1" | grep -q . || fail "$(basename "$1") imports nothing: is it an executable?"
    for dll in $(imports_of "$1"); do
        grep -qixF -- "$dll" <(sed '/^#/d' packaging/windows-dlls.txt) ||
            fail "$(basename "$1") imports $dll, which packaging/windows-dlls.txt does not know on every Windows 10"
    done
}

check_static() {
    file -b "$1" | grep -q 'static' || fail "$(basename "$1") is not static: $(file -b "$1")"
}

# check_third_party FOLDER CRATE...: that the notices are there, with these crates among others.
check_third_party() {
    local file=$1/THIRD-PARTY.txt crate
    shift
    [ -f "$file" ] || fail "an archive holds no THIRD-PARTY.txt"
    for crate in "$@"; do
        grep -q "^$crate [0-9]" "$file" || fail "$file does not name the crate $crate, which is linked"
    done
    grep -q '^The C library: ' "$file" || fail "$file does not name the C library"
}

# check_links FOLDER: that the README's links to files lead somewhere.
check_links() {
    local target
    grep -q '](' "$1/README.md" || fail "README.md has no links that can be read"
    while read -r target; do
        [ -e "$1/$target" ] || fail "README.md links to $target, which the archive for Linux does not hold"
    done < <(grep -o ']([^)# ]*' "$1/README.md" | sed -e 's/^](//' -e '/:/d' -e '/^$/d' | sort -u)
}

# check_version COMMAND... -- EXPECTED
check_version() {
    local -a command=()
    while [ "$1" != -- ]; do command+=("$1"); shift; done
    local found
    found=$(timeout "$PLAY_SECONDS" "${command[@]}" --version | tr -d '\r') || fail "${command[*]} --version failed with status $?"
    [ "$found" = "$2" ] || fail "expected the version \"$2\", found \"$found\""
}

# The number of nodes that the benchmark searches: the same on all systems, or the search is not the same.
bench_nodes() {
    timeout "$PLAY_SECONDS" "$@" bench "$BENCH_DEPTH" | tr -d '\r' | sed -n 's/.*\b\([0-9]\{4,\}\) nodes.*/\1/p' | tail -n 1
}

# check_brain INSTRUCTIONS COMMAND...: the version, the benchmark and a game.
check_brain() {
    local instructions=$1 nodes
    shift
    check_version "$@" -- "pbrain-rustgomo $version $RUSTGOMO_COMMIT $instructions"
    nodes=$(bench_nodes "$@") || fail "the benchmark fails: $*"
    [ -n "$nodes" ] || fail "the benchmark tells no number of nodes: $*"
    [ "$nodes" = "${expected_nodes:=$nodes}" ] ||
        fail "the benchmark visits $nodes nodes instead of $expected_nodes: $*"
    timeout "$PLAY_SECONDS" packaging/play-check.sh "$@" || fail "the brain does not play: $*"
}

# check_without_networks COMMAND...: alone in its folder a brain plays, and says what it lacks.
check_without_networks() {
    local said
    said=$(printf 'START 15\r\nINFO max_node 50\r\nBEGIN\r\n' | timeout "$PLAY_SECONDS" "$@" | tr -d '\r') ||
        fail "the brain fails without networks: $*"
    grep -q '^MESSAGE no network for freestyle, ' <<<"$said" || fail "nothing tells that the networks are missing: $said"
    grep -qE '^[0-9]+,[0-9]+$' <<<"$said" || fail "no move without networks: $said"
}

# check_board PROGRAM: that it serves the board from nothing but itself.
check_board() {
    local server address
    mkdir -p "$work/nowhere"
    (cd "$work/nowhere" && exec timeout "$PLAY_SECONDS" "$1" board --no-browser --port 0) >"$work/address" 2>/dev/null &
    server=$!
    for ((i = 0; i < 10 * PLAY_SECONDS; i++)); do [ -s "$work/address" ] && break || sleep 0.1; done
    address=$(head -n 1 "$work/address")
    curl -fsS --max-time 20 -o "$work/engine.wasm" "${address}engine/engine_bg.wasm" || fail "the workbench does not serve the board"
    kill "$server"
    cmp "$work/engine.wasm" target/web/site/engine/engine_bg.wasm || fail "the workbench serves another board"
}

find_wine() {
    export WINEPREFIX=${WINEPREFIX:-$work/wine} WINEDEBUG=${WINEDEBUG:--all}
    # Debian's `wine` prefers the 32-bit loader, which runs both.
    [ -n "${WINE64:-}" ] || WINE64=$(command -v wine) || fail "wine is missing; run without --no-install"
    if [ -z "${WINE32:-}" ] && [ -x /usr/lib/wine/wine ]; then WINE32=/usr/lib/wine/wine; fi
    timeout "$PLAY_SECONDS" wineboot -i >/dev/null 2>&1 || true
}

# What was put in is not what matters, but what comes out of the archives.
try_archives() {
    local fresh=$work/fresh
    rm -rf "$fresh"
    mkdir "$fresh"
    unzip -q "$out/rustgomo.zip" -d "$fresh"
    tar -C "$fresh" -xzf "$tar_file"
    local linux=$fresh/rustgomo-$version-x86_64-linux
    check_third_party "$fresh" aligned-vec equator redb windows-link
    check_third_party "$linux" aligned-vec clap rayon redb zstd-sys
    check_links "$linux"
    say "trying the brain for Linux"
    check_static "$linux/pbrain-rustgomo"
    check_static "$linux/rustgomo"
    check_board "$linux/rustgomo"
    check_version "$linux/rustgomo" -- "rustgomo $version $RUSTGOMO_COMMIT x86_64 sse2"
    check_brain "x86_64 sse2" "$linux/pbrain-rustgomo"
    check_imports "$fresh/pbrain-rustgomo64.exe"
    check_imports "$fresh/pbrain-rustgomo.exe"
    find_wine
    local -a wine64 wine32
    read -ra wine64 <<<"$WINE64"
    read -ra wine32 <<<"${WINE32:-}"
    say "trying the 64-bit brain for Windows"
    check_brain "x86_64 sse2" "${wine64[@]}" "$fresh/pbrain-rustgomo64.exe"
    mkdir "$fresh/alone"
    cp "$fresh/pbrain-rustgomo64.exe" "$fresh/alone"
    check_without_networks "${wine64[@]}" "$fresh/alone/pbrain-rustgomo64.exe"
    if [ ${#wine32[@]} -gt 0 ]; then
        say "trying the 32-bit brain for Windows"
        check_brain "x86 sse2" "${wine32[@]}" "$fresh/pbrain-rustgomo.exe"
        tried32="played a game under wine"
    else
        tried32="NOT TRIED: there is no 32-bit wine here; name one in WINE32"
    fi
}

report() {
    local name
    echo
    say "version $version $RUSTGOMO_COMMIT, benchmark of depth $BENCH_DEPTH: $expected_nodes nodes everywhere"
    for name in pbrain-rustgomo64.exe pbrain-rustgomo.exe; do
        echo "$name: $(stat -c %s "$work/fresh/$name") bytes, imports $(imports_of "$work/fresh/$name" | paste -sd ' ')"
    done
    echo "pbrain-rustgomo64.exe: played a game under wine"
    echo "pbrain-rustgomo.exe: $tried32"
    (cd "$out" && wc -c rustgomo.zip web.zip "$(basename "$tar_file")" && sha256sum rustgomo.zip web.zip "$(basename "$tar_file")")
}

clean_up() {
    if [ -n "$work" ] && [ -d "$work/wine" ]; then WINEPREFIX=$work/wine wineserver -k 2>/dev/null || true; fi
}

main() {
    read_arguments "$@"
    if [ "$install" = yes ]; then
        say "installing what is needed"
        install_packages "${PACKAGES[@]}"
    fi
    check_tools
    mkdir -p "$out/work"
    out=$(cd "$out" && pwd)
    work=$out/work
    trap clean_up EXIT
    find_commit
    # Those of an earlier run are not mistaken for what was tried in this one.
    rm -f "$out"/rustgomo.zip "$out"/web.zip "$out"/rustgomo-*-x86_64-linux.tar.gz
    build_windows
    # The workbench has the board inside.
    build_web
    build_linux
    make_zip
    make_tar
    check_zip_size
    try_archives
    report
}

main "$@"
