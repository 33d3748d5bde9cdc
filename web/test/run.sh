#!/usr/bin/env bash
# Builds the board and tests it in Debian's Chromium, play, analysis and the keyboard in its Firefox too, with nothing from the network but packages of
# Debian and npm.
# `run.sh --built` takes the board that packaging/web.sh built before.
set -euo pipefail
cd "$(dirname "$0")/../.."
. packaging/common.sh

wanted=()
[ -x /usr/bin/chromium-headless-shell ] || wanted+=(chromium-headless-shell)
[ -x /usr/bin/firefox-esr ] || wanted+=(firefox-esr)
command -v npm >/dev/null || wanted+=(nodejs npm)
[ ${#wanted[@]} = 0 ] || install_packages "${wanted[@]}"
[ "${1:-}" = --built ] || packaging/web.sh

readonly TOOLS=target/web/test
mkdir -p $TOOLS
if ! cmp -s web/test/package.json $TOOLS/installed.json; then
    cp web/test/package.json $TOOLS
    npm install --prefix $TOOLS --no-audit --no-fund --no-package-lock --ignore-scripts
    cp web/test/package.json $TOOLS/installed.json
fi
$TOOLS/node_modules/.bin/tsc -p web/test/tsconfig.json
node --test --test-concurrency=2 web/test/*.test.mjs
BROWSER=firefox node --test --test-concurrency=2 --test-name-pattern='a game against the engine|analysis shows lines|the heat map|is a variation|^keyboard' \
    web/test/{play,analysis,moves,keyboard}.test.mjs
