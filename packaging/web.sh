#!/usr/bin/env bash
# Builds the board for browsers: target/web/site, a folder for any static host, and target/web/web.zip, the same folder packed. Uses
# Debian's compiler, which brings the source of its own std.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
if [ ! -d /usr/lib/rustlib/src/rust/library ] || [ ! -x /usr/bin/cargo ] || [ ! -x /usr/bin/wasm-ld-19 ] || ! command -v zip >/dev/null; then
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
        rustc-web cargo-web rust-web-src lld-19 zip
fi

readonly OUT=target/web
readonly SITE=$OUT/site
readonly TARGET=wasm32-unknown-unknown

# The search recurses once per ply on the worker's only stack.
readonly STACK_BYTES=$((16 << 20))

PATH="/usr/bin:$PATH" RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$OUT/wasm \
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 \
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Ctarget-feature=+simd128 -Clink-arg=-zstack-size=$STACK_BYTES" \
    cargo build --release --locked -p rustgomo-web --lib -Zbuild-std=std,panic_abort --target $TARGET
CARGO_TARGET_DIR=$OUT/bindgen cargo build -q --locked --manifest-path web/bindgen/Cargo.toml

rm -rf $SITE
mkdir -p $SITE/networks $OUT/types/engine
cp -r web/page/. workbench/page/shared $SITE
cp src/eval/network/data/*.rgn $SITE/networks
cp tests/data/tactics.txt $SITE/puzzles.txt
cp LICENSE-APACHE LICENSE-MIT $SITE
packaging/third-party.sh --package rustgomo-web $TARGET >$SITE/THIRD-PARTY.txt
$OUT/bindgen/debug/bindgen $OUT/wasm/$TARGET/release/rustgomo_web.wasm $SITE/engine
# The types are for the check of the page's code.
mv $SITE/engine/*.d.ts $OUT/types/engine

# What the service worker keeps at the first visit; networks are kept when their rule is played.
files=$(cd $SITE && find . -type f ! -name offline.js ! -path './networks/*' ! -name 'LICENSE-*' ! -name 'THIRD-PARTY.txt' -printf '%P ' | tr ' ' '\n' | sort | tr '\n' ' ')
version=$(cd $SITE && find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-16)
sed -i "s|@VERSION@|$version|; s|@FILES@|./ ${files% }|" $SITE/offline.js
# The same input makes the same archive.
find $SITE -exec touch -d "@${SOURCE_DATE_EPOCH:-315532800}" {} +
rm -f $OUT/web.zip
(cd $SITE && find . -type f -printf '%P\n' | sort | TZ=UTC zip -q -X -9 -@ ../web.zip)
echo "$SITE"
