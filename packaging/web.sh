#!/usr/bin/env bash
# Builds the board for browsers: target/web/site, a folder for any static host, and target/web/web.zip, the same folder packed. Uses
# Debian's compiler, which brings the source of its own std.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/common.sh
export LC_ALL=C
# They would take the place of the flags of each build.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET

if [ ! -d /usr/lib/rustlib/src/rust/library ] || [ ! -x /usr/bin/cargo ] || [ ! -x /usr/bin/wasm-ld-19 ] || ! command -v zip >/dev/null; then
    install_packages rustc-web cargo-web rust-web-src lld-19 zip
fi

readonly OUT=target/web
readonly SITE=$OUT/site.new # until it is complete
readonly TARGET=wasm32-unknown-unknown

# The search recurses once per ply on the worker's only stack.
readonly STACK_BYTES=$((16 << 20))

# The most memory of an engine with threads; the page allows half of it, unless its user chooses more than 512 MB for the table.
readonly MEMORY_BYTES=$((2 << 30))
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19

# Without source locations in panic messages the packed page is 7 kB smaller, with a std built for size 40 kB, at the same speed.
readonly SMALL=-Zlocation-detail=none
readonly PLAIN="$SMALL -Ctarget-feature=+simd128 -Clink-arg=-zstack-size=$STACK_BYTES"
THREADS="$SMALL -Ctarget-feature=+simd128,+atomics,+bulk-memory,+mutable-globals -Clink-arg=-zstack-size=$STACK_BYTES"
THREADS+=" -Clink-arg=--shared-memory -Clink-arg=--import-memory -Clink-arg=--max-memory=$MEMORY_BYTES"
for symbol in __wasm_init_tls __tls_size __tls_align __tls_base; do THREADS+=" -Clink-arg=--export=$symbol"; done
readonly THREADS

# build_engine NAME FLAGS: builds the engine into $OUT/NAME.
build_engine() {
    PATH="/usr/bin:$PATH" RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$OUT/$1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$2 \
        cargo build --release --locked -p rustgomo-web --lib -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size --target $TARGET
}

# One for any page, one whose search threads share memory; side by side, since the last step of each takes one core.
build_engine wasm "$PLAIN" &
plain=$!
build_engine wasm-threads "$THREADS" &
threads=$!
CARGO_TARGET_DIR=$OUT/bindgen cargo build -q --locked --manifest-path web/bindgen/Cargo.toml
wait $plain
wait $threads

rm -rf $SITE $OUT/types
mkdir -p $SITE/networks $OUT/types/engine
cp -r web/page/. $SITE
# Pages of their own, which the workbench writes.
rm -r $SITE/reports
cp src/eval/network/data/*.rgn $SITE/networks
cp tests/data/tactics.txt $SITE/puzzles.txt
cp LICENSE-APACHE LICENSE-MIT $SITE
sed -i "s|@RELEASE@|$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)|" $SITE/index.html
PATH="/usr/bin:$PATH" RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$THREADS \
    packaging/third-party.sh --package rustgomo-web $TARGET >$SITE/THIRD-PARTY.txt
$OUT/bindgen/debug/bindgen $OUT/wasm/$TARGET/release/rustgomo_web.wasm $SITE/engine
$OUT/bindgen/debug/bindgen $OUT/wasm-threads/$TARGET/release/rustgomo_web.wasm $SITE/engine/threads
# The types are for the check of the page's code.
mkdir -p $OUT/types/engine/threads
mv $SITE/engine/*.d.ts $OUT/types/engine
mv $SITE/engine/threads/*.d.ts $OUT/types/engine/threads

# The page goes out without its comments, its types and its indentation, a third of its bytes.
find $SITE -name '*.js' -exec sed -E -i '/^\s*\/\*\*.*\*\/\s*$/d; /^\s*\/\*\*\s*$/,/\*\/\s*$/d; /^\s*\/\/ /d; s/^\s+//; s/\/\*\* @type [^*]*\*\/ ?//g; /^$/d' {} +
find $SITE -name '*.css' -exec sed -E -i '/^\s*\/\*.*\*\/$/d; s/^\s+//; /^$/d' {} +
sed -E -i 's/^\s+//; /^$/d' $SITE/index.html

# What the service worker keeps at the first visit; networks, the engine with threads, puzzles, the book and languages other than English are kept when
# they are first needed, and icons by the system that installs the page.
files=$(cd $SITE && find . -type f ! -name offline.js ! -path './networks/*' ! -path './engine/threads/*' ! -name '*.png' ! -name puzzles.txt ! -name book.gz ! \( -path './words/??.js' ! -name en.js \) ! -name zh-Hant.js ! -name 'LICENSE-*' ! -name 'THIRD-PARTY.txt' -printf '%P ' | tr ' ' '\n' | sort | tr '\n' ' ')
version=$(cd $SITE && find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-16)
networks=$(cd $SITE/networks && sha256sum ./* | sha256sum | cut -c 1-16)
sed -i "s|@VERSION@|$version|; s|@NETWORKS@|$networks|; s|@FILES@|./ ${files% }|" $SITE/offline.js
# The same input makes the same archive.
find $SITE -exec touch -d "@${SOURCE_DATE_EPOCH:-315532800}" {} +
rm -f $OUT/web.zip
(cd $SITE && find . -type f -printf '%P\n' | sort | TZ=UTC zip -q -X -9 -@ ../web.zip)
rm -rf $OUT/site
mv $SITE $OUT/site
echo $OUT/site
