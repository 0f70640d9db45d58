# What scripts/play and scripts/test share. Sourced by bash, with the project's root as working directory.

# say WORD...: tells the person what is going on, apart from the output of the tools.
say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }
die() { say "$*"; exit 1; }

# as_root COMMAND...: runs it as root, with sudo where we are not.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo > /dev/null; then
        sudo "$@"
    else
        say "neither root nor sudo is there to run: $*"
        return 1
    fi
}

# is_installed PACKAGE
is_installed() {
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2> /dev/null)" = installed ]
}

# install_packages GROUP...: installs what scripts/packages lists for these groups and is missing.
install_packages() {
    local missing=() group package
    if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
        say "this is no Debian: what scripts/packages lists must be installed by hand"
        return 0
    fi
    while read -r group package; do
        case " $* " in *" $group "*) is_installed "$package" || missing+=("$package") ;; esac
    done < <(grep -v '^ *\(#\|$\)' scripts/packages)
    [ ${#missing[@]} -gt 0 ] || return 0

    say "installing Debian packages: ${missing[*]}"
    # A machine that never fetched the lists of packages knows none: fetch them and try once more.
    if ! apt_install "${missing[@]}"; then
        say "that failed; fetching the lists of packages and trying again"
        as_root apt-get update -q >&2 || die "apt-get update failed; is the network there?"
        apt_install "${missing[@]}" || die "could not install: ${missing[*]}"
    fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" >&2
}

# need_swift: ends the script unless a Swift that can build this is there.
need_swift() {
    local version
    command -v swift > /dev/null ||
        die "Swift is missing: install 6.2 or newer from https://www.swift.org/install/linux and put it in PATH"
    version=$(swift --version 2> /dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1)
    [ -n "$version" ] || die "swift --version says nothing; is the installation whole?"
    if [ "$(printf '6.2\n%s\n' "$version" | sort -V | head -n 1)" != 6.2 ]; then
        die "Swift $version is too old: install 6.2 or newer from https://www.swift.org/install/linux"
    fi
}
