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
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}
