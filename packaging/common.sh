#!/usr/bin/env bash
# What the scripts share; they source it.

# fail MESSAGE...
fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# install_packages NAME...: Debian's.
install_packages() {
    local -a as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "there is no sudo; install as root: $*"
        as_root=(sudo)
    fi
    # Two scripts may install at the same time.
    local wait=DPkg::Lock::Timeout=600
    "${as_root[@]}" apt-get update -q -o "$wait"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y -o "$wait" --no-install-recommends "$@"
}
