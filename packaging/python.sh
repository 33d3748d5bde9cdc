#!/usr/bin/env bash
# Makes the package for Python: wheels for Linux and 64-bit Windows, one for every CPython from 3.11 on, with the networks inside,
# and the source distribution. `--test` instead builds the wheel as developers do and runs its tests in a fresh environment.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/common.sh

# Every Linux of the last ten years: zig links against an old C library.
readonly LINUX=manylinux_2_17
readonly ZIG=ziglang==0.15.2
readonly WINDOWS_TARGET=x86_64-pc-windows-gnu
readonly LINUX_TARGET=x86_64-unknown-linux-gnu
readonly MATURIN=maturin==1.16.0

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
out=$target/python-package
test=no
install=yes
windows=yes

usage() {
    cat <<EOF
usage: packaging/python.sh [--test] [--out DIR] [--no-install] [--no-windows]

  --test         build the wheel for this machine without optimisation and run python/tests and mypy with it, lints before
  --out DIR      where the files go (default: target/python-package)
  --no-install   do not install Debian packages: python3-venv, and for Windows rustc-web, cargo-web, rust-web-src and mingw
  --no-windows   only Linux and the sources
  --help         this text

Environment:
  RUSTGOMO_BRAIN the brain that the tests of the client start (default: one that is built for it)
EOF
}

while [ $# -gt 0 ]; do
    case $1 in
        --test) test=yes ;;
        --out) [ $# -ge 2 ] || fail "--out needs a folder"; out=$(realpath -m "$2"); shift ;;
        --no-install) install=no ;;
        --no-windows) windows=no ;;
        --help | -h) usage; exit 0 ;;
        *) usage >&2; fail "unknown argument: $1" ;;
    esac
    shift
done

# need_packages NAME...
need_packages() {
    [ "$install" = yes ] || fail "missing; run without --no-install: $*"
    install_packages "$@"
}

# make_environment FOLDER WHAT...: a fresh virtual environment.
make_environment() {
    local folder=$1
    shift
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "$@"
}

maturin() {
    (cd python && PATH="$target/python-tools/bin:$PATH" "$target/python-tools/bin/maturin" "$@")
}

python3 -c 'import ensurepip' 2>/dev/null || need_packages python3-venv
tools=("$MATURIN")
[ "$test" = yes ] || tools+=("$ZIG")
make_environment "$target/python-tools" "${tools[@]}"
mkdir -p "$out"
rm -f -- "$out"/rustgomo-*.whl "$out"/rustgomo-*.tar.gz

if [ "$test" = yes ]; then
    brain=${RUSTGOMO_BRAIN:-}
    if [ -z "$brain" ]; then
        cargo build --quiet -p rustgomo
        brain=$target/debug/pbrain-rustgomo
    fi
    (cd python && cargo fmt --check)
    (cd python && CARGO_TARGET_DIR=$target/python cargo clippy --quiet --locked --features extension-module --all-targets -- -D warnings)
    echo "building the wheel; the client's brain is $brain"
    maturin build --quiet --locked --profile dev --compatibility linux --target-dir "$target/python" --out "$out"
    environment=$target/python-environment
    make_environment "$environment" "$(echo "$out"/rustgomo-*.whl)[test]"
    cd python
    "$environment/bin/python" -m mypy --strict package/rustgomo tests examples
    "$environment/bin/python" -m mypy.stubtest rustgomo --ignore-missing-stub
    RUSTGOMO_BRAIN=$brain "$environment/bin/python" -m pytest --quiet
    exit
fi

notices=python/LICENSE-THIRD-PARTY.txt
trap 'rm -f "$notices"' EXIT
packaging/third-party.sh --package rustgomo-python "$LINUX_TARGET" >"$notices"
# No folders of this machine go into the files.
remapped="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$PWD=."
maturin sdist --out "$out"
RUSTFLAGS=$remapped maturin build --release --locked --strip --zig --compatibility "$LINUX" --target "$LINUX_TARGET" \
    --target-dir "$target/python" --out "$out"
if [ "$windows" = yes ]; then
    # A compiler with the source of its own std, as for the brain.
    [ -d /usr/lib/rustlib/src/rust/library ] && command -v x86_64-w64-mingw32-gcc >/dev/null ||
        need_packages rustc-web cargo-web rust-web-src gcc-mingw-w64-x86-64-win32
    packaging/third-party.sh --package rustgomo-python "$WINDOWS_TARGET" >"$notices"
    PATH="/usr/bin:$PATH" RUSTC_BOOTSTRAP=1 RUSTFLAGS="$remapped -Clink-arg=-Wl,--no-insert-timestamp" \
        CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc \
        maturin build --release --locked --strip --target "$WINDOWS_TARGET" -Z build-std=std,panic_unwind \
        --target-dir "$target/python-windows" --out "$out"
fi

# The wheel for Linux is tried: each recipe from an empty environment.
environment=$target/python-environment
make_environment "$environment" "$(echo "$out"/rustgomo-*"$LINUX"*.whl)[test]"
(cd python && "$environment/bin/python" -m pytest --quiet tests/test_examples.py)
(cd "$out" && wc -c -- rustgomo-* && sha256sum -- rustgomo-*)
