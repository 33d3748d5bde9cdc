#!/usr/bin/env bash
# Checks that the library without its default features compiles for browsers (wasm32-unknown-unknown), with Debian's compiler,
# which brings the source of its own std.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ ! -d /usr/lib/rustlib/src/rust/library ] || [ ! -x /usr/bin/cargo ]; then
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
        rustc-web cargo-web rust-web-src
fi

PATH="/usr/bin:$PATH" RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/wasm" \
    cargo check -p rustgomo --lib --no-default-features -Zbuild-std=std,panic_abort \
    --target wasm32-unknown-unknown "$@"
