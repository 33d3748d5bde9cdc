#!/usr/bin/env bash
# usage: wine32.sh PROGRAM.exe [ARGUMENT...]
#
# Runs a 32-bit Windows program. Debian's 32-bit wine does not always install next to the 64-bit one, so it gets a
# system of its own: a chroot that the first call makes with debootstrap, 1.2 GB. Needs root.
# RUSTGOMO_CHROOT names its folder (default: /var/tmp/rustgomo-wine32).
set -euo pipefail

readonly RELEASE=bookworm
root=${RUSTGOMO_CHROOT:-/var/tmp/rustgomo-wine32}

make_chroot() {
    command -v debootstrap >/dev/null || { echo "wine32.sh: debootstrap is missing" >&2; exit 1; }
    debootstrap --arch=i386 --variant=minbase "$RELEASE" "$root"
    chroot "$root" apt-get update
    chroot "$root" apt-get install -y --no-install-recommends wine wine32
    chroot "$root" apt-get clean
    inside wineboot -i
    touch "$root/ready"
}

# Wine finds its own libraries through /proc. The mount ends with the command.
inside() {
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" \
        env -u WINEPREFIX -u WINEARCH -u WINELOADER -u DISPLAY HOME=/root WINEDEBUG=-all "$@"
}

[ $# -gt 0 ] || { sed -n 's/^# usage: //p' "$0" >&2; exit 1; }
[ -e "$root/ready" ] || make_chroot >&2 </dev/null

program=/root/$(basename "$1")
cp "$1" "$root$program"
# The networks beside the program are copied, too.
find "$root/root" -maxdepth 1 -name '*.rgn' -delete
find "$(dirname "$1")" -maxdepth 1 -name '*.rgn' -exec cp {} "$root/root" \;
shift
inside wine "$program" "$@"
