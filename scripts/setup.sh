# Sets up what plica's build needs, and installs only what is missing. Sourced by ./x.
#
# What it needs and where it comes from:
#   compiler tools  g++ make pkg-config python3 git    the distribution's packages (root needed when one is missing)
#   clang 14+       reads the C and C++ programs       the distribution's package
#   Z3 4.13.3+      a system libz3 if it is new enough, else the library inside the PyPI wheel `z3-solver`
#   Bitwuzla        built once from the sources in the crate `bitwuzla-sys`, with the distribution's CaDiCaL, SymFPU,
#                   GMP
#
# The solvers' libraries go to a folder of the user's, shared by all clones:
#   ${PLICA_DEPS:-${XDG_DATA_HOME:-~/.local/share}/plica/deps}
# and .cargo/config.toml (not under version control) tells cargo about them, so that plain `cargo build` works too.

Z3_WHEEL_VERSION=5.4.0.0
Z3_MINIMUM=4.13.3
BITWUZLA_VERSION=0.8.0
# Raise this when the way of building Bitwuzla below changes: the old build is then not taken any more.
BITWUZLA_RECIPE=3

DEPS=${PLICA_DEPS:-${XDG_DATA_HOME:-$HOME/.local/share}/plica/deps}
Z3_DIR=$DEPS/z3-$Z3_WHEEL_VERSION
BITWUZLA_DIR=$DEPS/bitwuzla-$BITWUZLA_VERSION-$BITWUZLA_RECIPE

say() { printf '%s\n' "x: $*" >&2; }
die() { printf '%s\n' "x: error: $*" >&2; exit 2; }
have() { command -v "$1" >/dev/null 2>&1; }

# A clang that plica can drive: plain `clang`, or any numbered one from 14 on.
find_clang() {
  local name
  for name in ${PLICA_CLANG:-} clang clang-{25..14}; do
    if have "$name"; then printf '%s\n' "$name"; return 0; fi
  done
  return 1
}

can_install() { have apt-get && { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }; }

# apt_install REASON PACKAGE...: through sudo when we are not root and it does not ask for a password.
apt_install() {
  local reason=$1 sudo=
  shift
  have apt-get || die "$reason: please install the equivalent of these Debian packages: $*"
  can_install || die "$reason: ask an administrator for: apt-get install $*"
  [ "$(id -u)" = 0 ] || sudo=sudo
  say "$reason: installing the packages $*"
  local log
  log=$(mktemp)
  if ! { $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" ||
         { $sudo apt-get update &&
           $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; }; } \
       >"$log" 2>&1 </dev/null; then
    tail -20 "$log" >&2
    rm -f "$log"
    die "apt-get could not install: $*"
  fi
  rm -f "$log"
}

# version_at_least HAVE WANT, both dotted.
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1)" = "$2" ]; }

setup_tools() {
  local missing=() clang_is_new=
  have cargo || die "there is no cargo on PATH: install a Rust toolchain (1.88 or newer) first, see https://rustup.rs"
  have cc && have c++ && have make || missing+=(build-essential)
  have pkg-config || missing+=(pkg-config)
  have python3 || missing+=(python3)
  have git || missing+=(git ca-certificates)
  find_clang >/dev/null || { missing+=(clang); clang_is_new=yes; }
  [ ${#missing[@]} = 0 ] || apt_install "compilers and tools" "${missing[@]}"
  # Whoever had a clang before decides about its sanitizers: `./x check` does without.
  [ -z "$clang_is_new" ] || setup_sanitizers
}

# A Python that has pip, or nothing.
find_pip() {
  local python
  for python in python3 /usr/bin/python3; do
    if "$python" -m pip --version >/dev/null 2>&1; then printf '%s\n' "$python"; return 0; fi
  done
  return 1
}

need_pip() { find_pip >/dev/null || apt_install "pip, which fetches $1" python3-pip; }

system_z3_version() { pkg-config --modversion z3 2>/dev/null || true; }

# Sets Z3_SOURCE to system, wheel.
setup_z3() {
  local version
  version=$(system_z3_version)
  if [ -n "$version" ] && version_at_least "$version" "$Z3_MINIMUM"; then
    Z3_SOURCE=system
    return
  fi
  Z3_SOURCE=wheel
  [ -e "$Z3_DIR/.complete" ] && [ -x "$Z3_DIR/bin/z3" ] && return
  if [ -n "$version" ]; then say "the system's libz3 $version is older than $Z3_MINIMUM and stays unused"; fi
  need_pip "Z3"
  say "Z3: taking libz3 from the wheel z3-solver $Z3_WHEEL_VERSION, into $Z3_DIR"
  local work
  work=$(mktemp -d)
  "$(find_pip)" -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: -d "$work" \
    "z3-solver==$Z3_WHEEL_VERSION" >&2 || die "pip could not download z3-solver $Z3_WHEEL_VERSION"
  python3 -m zipfile -e "$work"/z3_solver-*.whl "$work/out"
  rm -rf "$Z3_DIR"
  mkdir -p "$Z3_DIR/lib" "$Z3_DIR/bin"
  cp -r "$work/out/z3/include" "$Z3_DIR/"
  cp "$work"/out/z3/lib/libz3.so* "$Z3_DIR/lib/"
  # The program is for the tests, which drive a solver by pipe.
  install -m 755 "$work"/out/z3_solver-*.data/data/bin/z3 "$Z3_DIR/bin/z3"
  # The dynamic linker asks for the name that the library calls itself.
  local soname
  soname=$(LC_ALL=C readelf -d "$Z3_DIR/lib/libz3.so" | sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p')
  if [ -n "$soname" ] && [ ! -e "$Z3_DIR/lib/$soname" ]; then ln -s libz3.so "$Z3_DIR/lib/$soname"; fi
  rm -rf "$work"
  touch "$Z3_DIR/.complete"
}

# A folder with meson and ninja in it, or nothing when both are on PATH.
setup_meson() {
  MESON_PATH=$PATH
  if have meson && have ninja && version_at_least "$(meson --version)" 0.64; then return; fi
  if [ ! -x "$DEPS/meson/bin/meson" ] || [ ! -x "$DEPS/meson/bin/ninja" ]; then
    need_pip "meson and ninja, which build Bitwuzla"
    say "meson and ninja: taking them from PyPI, into $DEPS/meson"
    "$(find_pip)" -m pip install -q --disable-pip-version-check --no-warn-script-location --root-user-action=ignore \
      --upgrade --target "$DEPS/meson" meson ninja >&2 || die "pip could not install meson and ninja"
  fi
  MESON_PATH=$DEPS/meson/bin:$PATH
}

# The folder of the sources that cargo fetched.
bitwuzla_sources() {
  cargo metadata --format-version 1 --manifest-path "$ROOT/Cargo.toml" | python3 -c '
import json, os, sys
for package in json.load(sys.stdin)["packages"]:
    if package["name"] == "bitwuzla-sys":
        print(os.path.join(os.path.dirname(package["manifest_path"]), "bitwuzla"))'
}

setup_bitwuzla() {
  [ -e "$BITWUZLA_DIR/.complete" ] && return
  local missing=() include sources work
  # The compiler is asked, not the package manager: the libraries may have been installed by hand.
  header() { echo "#include <$1>" | c++ -std=c++17 -E -x c++ - >/dev/null 2>&1; }
  header cadical.hpp || missing+=(libcadical-dev)
  header symfpu/core/unpackedFloat.h || missing+=(libsymfpu-dev)
  { header gmpxx.h && header gmp.h; } || missing+=(libgmp-dev)
  [ ${#missing[@]} = 0 ] || apt_install "libraries that Bitwuzla is built on" "${missing[@]}"
  setup_meson
  sources=$(bitwuzla_sources)
  [ -n "$sources" ] || die "cargo does not list the crate bitwuzla-sys"
  say "Bitwuzla: building it once, into $BITWUZLA_DIR (two to four minutes on two cores)"
  work=$(mktemp -d)
  cp -r "$sources" "$work/bitwuzla"
  chmod -R u+w "$work/bitwuzla"
  # The library tells how hard a question was to the SAT solver, not only how often that has decided, and that of those
  # that it makes for instances of quantifiers, too.
  # In a folder of somebody's work tree git would take the paths for others.
  GIT_CEILING_DIRECTORIES=$work git -C "$work/bitwuzla" apply "$ROOT/scripts/bitwuzla.patch" || die "scripts/bitwuzla.patch does not fit these sources"
  # SymFPU has no .pc file on Debian, and Debian 12's GMP 6.2.1 serves although Bitwuzla asks for 6.3.
  mkdir "$work/pc"
  printf 'Name: symfpu\nDescription: symbolic floating point\nVersion: 0\nCflags:\nLibs:\n' >"$work/pc/symfpu.pc"
  printf 'Name: gmp\nDescription: multiple precision\nVersion: 6.3.0\nCflags:\nLibs: -lgmp\n' >"$work/pc/gmp.pc"
  if ! (
    cd "$work/bitwuzla"
    export PATH=$MESON_PATH PKG_CONFIG_PATH=$work/pc
    [ -d "$DEPS/meson" ] && export PYTHONPATH=$DEPS/meson
    meson setup build --buildtype=release --wrap-mode=nodownload -Ddefault_library=static -Dtesting=disabled \
      -Db_staticpic=true -Db_pie=true
    ninja -C build src/libbitwuzla.a src/lib/libbitwuzlabb.a src/lib/libbitwuzlabv.a src/lib/libbitwuzlals.a
  ) >"$work/log" 2>&1; then
    tail -30 "$work/log" >&2
    die "Bitwuzla did not build; its folder is $work"
  fi
  rm -rf "$BITWUZLA_DIR"
  mkdir -p "$BITWUZLA_DIR/lib"
  local archive
  while IFS= read -r archive; do
    repack "$archive" "$BITWUZLA_DIR/lib/$(basename "$archive")"
  done < <(find "$work/bitwuzla/build" -name 'lib*.a')
  local library
  for library in cadical gmp; do
    archive=$(c++ -print-file-name=lib$library.a)
    [ -e "$archive" ] || die "there is no static lib$library.a"
    cp "$archive" "$BITWUZLA_DIR/lib/"
  done
  rm -rf "$work"
  touch "$BITWUZLA_DIR/.complete"
}

# meson may write thin archives, which only name their members: copy them as full ones.
repack() {
  if [ "$(head -c 7 "$1")" = '!<thin>' ]; then
    printf 'create %s\naddlib %s\nsave\nend\n' "$2" "$1" | ar -M
  else
    cp "$1" "$2"
  fi
}

# Tells cargo where the solvers are. Variables that are set outside win over those of [env].
write_cargo_config() {
  local config=$ROOT/.cargo/config.toml text host
  host=$(rustc -vV | sed -n 's/^host: //p')
  text="# Written by ./x setup; not under version control.
[env]
BITWUZLA_NO_VENDOR = \"1\"
PLICA_BITWUZLA_DIR = \"$BITWUZLA_DIR\"
"
  # Else jemalloc asks the processor that it is built on how long addresses are.
  [ "${host%%-*}" != x86_64 ] || text+="JEMALLOC_SYS_WITH_LG_VADDR = \"48\"
"
  if [ "$Z3_SOURCE" = wheel ]; then
    text+="Z3_NO_PKG_CONFIG = \"1\"
Z3_LIBRARY_PATH_OVERRIDE = \"$Z3_DIR/lib\"
Z3_SYS_Z3_VERSION = \"${Z3_WHEEL_VERSION%.*}\"
PLICA_TEST_Z3 = \"$Z3_DIR/bin/z3\"

[target.$host]
rustflags = [\"-C\", \"link-arg=-Wl,-rpath,$Z3_DIR/lib\"]
"
  fi
  mkdir -p "$ROOT/.cargo"
  # Left alone when nothing changed: cargo rebuilds when it does.
  if [ ! -e "$config" ] || [ "$(cat "$config"; echo .)" != "$text." ]; then
    printf '%s' "$text" >"$config"
  fi
}

# Whether clang can link a program with its sanitizers, which `--confirm native`, `plica replay` and the tests build.
has_sanitizers() {
  local program status=0
  program=$(mktemp)
  echo 'int main(void) { return 0; }' |
    "$(find_clang)" -fsanitize=address,undefined -x c - -o "$program" >/dev/null 2>&1 || status=1
  rm -f "$program"
  return $status
}

# Whether there is a symbolizer: without one, native runs find errors but cannot say in which lines.
has_symbolizer() {
  local name
  [ -x "$(dirname "$(readlink -f "$(command -v "$(find_clang)")")")/llvm-symbolizer" ] && return
  for name in llvm-symbolizer llvm-symbolizer-{30..14}; do
    if have "$name"; then return 0; fi
  done
  return 1
}

# Debian and Ubuntu keep these apart from clang, in one package for each version of it.
setup_sanitizers() {
  local missing=() major
  major=$("$(find_clang)" -dumpversion | cut -d. -f1)
  has_sanitizers || missing+=("libclang-rt-$major-dev")
  has_symbolizer || missing+=("llvm-$major")
  [ ${#missing[@]} = 0 ] || apt_install "what native runs need, clang's sanitizers and symbolizer" "${missing[@]}"
}

# Without csmith one test checks nothing and says so: not worth a failure.
setup_csmith() {
  have csmith && [ -e /usr/include/csmith/csmith.h ] && return
  if can_install; then
    (apt_install "the generator of random C programs, for one test" csmith libcsmith-dev) ||
      say "csmith could not be installed: the test with random programs will check nothing"
  else
    say "csmith is not installed: the test with random programs will check nothing"
  fi
}

# What only the tests need: a solver that runs as a program, native runs, random programs.
setup_tests() {
  have z3 || [ -x "$Z3_DIR/bin/z3" ] || apt_install "a solver that the tests drive by pipe" z3
  have strace || apt_install "what records the system calls of plica, for a test" strace
  setup_sanitizers
  setup_csmith
}

setup_all() {
  setup_tools
  setup_z3
  setup_bitwuzla
  write_cargo_config
}
