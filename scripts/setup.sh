# Makes .venv what ./play and ./test need. Source it, then call: set_up run  or  set_up dev
# and, on top of the latter, set_up adapters.
# A stamp remembers what was installed, so that a second start has nothing to do.

venv="$root/.venv"

say() { printf '%s\n' "$*" >&2; }

stop() {
  say "$*"
  exit 1
}

find_python() {
  local name
  for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      command -v "$name"
      return
    fi
  done
  return 1
}

version() {
  sed -n 's/^version = "\(.*\)"$/\1/p' "$root/pyproject.toml"
}

# What the environment would have to be built from: lock files, place, and the Python inside it.
wanted() {
  cksum "$root/lock/$1.txt" "$root/scripts/setup.sh"
  version
  "$venv/bin/python" -V
}

ready() {
  local stamp="$venv/speelhol-$1.stamp"
  [[ -x "$venv/bin/python" && -f "$stamp" && "$(wanted "$1" 2>/dev/null)" == "$(cat "$stamp")" ]]
}

make_venv() {
  local python
  python="$(find_python)" || stop "Speelhol needs Python 3.11 or newer; install it and try again."
  rm -rf "$venv"
  if command -v uv >/dev/null 2>&1; then
    uv venv --quiet --python "$python" "$venv" && return
  fi
  "$python" -c 'import ensurepip, venv' 2>/dev/null ||
    stop "This Python can't make virtual environments; install its venv module (on Debian and Ubuntu: python3-venv)."
  "$python" -m venv "$venv" || stop "The virtual environment .venv could not be made."
}

install() {
  if command -v uv >/dev/null 2>&1; then
    uv pip install --quiet --compile-bytecode --python "$venv/bin/python" --require-hashes -r "$root/lock/$1.txt"
  else
    "$venv/bin/python" -m pip --version >/dev/null 2>&1 ||
      "$venv/bin/python" -m ensurepip >/dev/null 2>&1 || make_venv
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$root/lock/$1.txt"
  fi || stop "The packages in lock/$1.txt could not be installed; is there a network?"
}

# The project itself is not built: its sources are put on the path of the environment. A few lines tell pip which version
# that is, for packages that want it: games of one's own.
link_project() {
  local packages info
  packages="$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
  printf '%s\n' "$root/src" >"$packages/speelhol.pth"
  rm -rf "$packages"/speelhol-*.dist-info
  info="$packages/speelhol-$(version).dist-info"
  mkdir "$info"
  printf 'Metadata-Version: 2.1\nName: speelhol\nVersion: %s\n' "$(version)" >"$info/METADATA"
  printf 'speelhol\n' >"$info/INSTALLER"
  printf '#!/bin/sh\nexec "%s/bin/python" -P -m speelhol "$@"\n' "$venv" >"$venv/bin/speelhol"
  chmod +x "$venv/bin/speelhol"
}

# need COMMAND PACKAGE WHY: a program from the system's packages, installed where we may.
need() {
  command -v "$1" >/dev/null 2>&1 && return
  if [[ "$(id -u)" == 0 ]] && command -v apt-get >/dev/null 2>&1; then
    say "Installing $2: $3."
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$2"; } >/dev/null 2>&1 && return
  fi
  stop "Please install $2 first: $3 (apt-get install $2)."
}

# PostgreSQL's server programs lie outside the path; the tests start a server of their own from them.
need_postgresql() {
  compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null && return
  need initdb postgresql "the tests of several processes start a PostgreSQL of their own"
}

set_up() {
  ready "$1" && return
  say "Setting up Speelhol in .venv; this takes a moment the first time."
  # An environment that was moved here, or whose Python is gone or too old, is made anew.
  local place
  place="$(cat "$venv/speelhol.place" 2>/dev/null || printf '%s' "$root")"
  if [[ "$place" != "$root" ]] ||
    ! "$venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    make_venv
  fi
  install "$1"
  link_project
  printf '%s' "$root" >"$venv/speelhol.place"
  wanted "$1" >"$venv/speelhol-$1.stamp"
  # What the tests need holds all that playing needs.
  [[ "$1" == dev ]] && wanted run >"$venv/speelhol-run.stamp"
  return 0
}
