# Packs plica as a tar file that runs from any folder, without the work tree. Sourced by ./x, after scripts/setup.sh.
#
# The file holds bin/plica, the libraries that it loads (lib/libz3.so.*, those of C++), the examples, the pages and the
# licences. The C library alone comes from the distribution. The same commit, tools and libraries give the same bytes.

# The libraries to be packed that a program loads, a line each, as "NAME FILE"; NAME is the one that the dynamic linker
# asks for.
loaded() {
  LC_ALL=C ldd "$1" | sed -n 's/^[[:space:]]*\(lib\(z3\|stdc++\|gcc_s\)\.so[^ ]*\) => \(\/[^ ]*\) .*/\1 \3/p'
}

run_path() { LC_ALL=C readelf -d "$1" | sed -n 's/.*(R\(UN\)\{0,1\}PATH).*\[\(.*\)\].*/\2/p'; }

# Notices of what is linked into the program: the licences of most of it ask that they go with it.
pack_licences() {
  local folder=$1 package sources
  mkdir -p "$folder"
  sources=$(bitwuzla_sources)
  [ -z "$sources" ] || cp "$sources/COPYING" "$folder/bitwuzla.txt"
  for package in libcadical libsymfpu libgmp; do
    [ ! -e "/usr/share/doc/$package-dev/copyright" ] ||
      cp "/usr/share/doc/$package-dev/copyright" "$folder/$package.txt"
  done
  cp "$ROOT/scripts/z3-licence.txt" "$folder/libz3.txt"
  for package in libstdc++6 libgcc-s1; do
    [ ! -e "/usr/share/doc/$package/copyright" ] || cp -L "/usr/share/doc/$package/copyright" "$folder/$package.txt"
  done
  cargo metadata --format-version 1 --locked --manifest-path "$ROOT/Cargo.toml" |
    PYTHONIOENCODING=utf-8 python3 -c '
import glob, json, os, sys
for package in sorted(json.load(sys.stdin)["packages"], key=lambda package: (package["name"], package["version"])):
    if package["source"] is None:
        continue
    print("==== %s %s: %s" % (package["name"], package["version"], package["license"]))
    folder = os.path.dirname(package["manifest_path"])
    texts = ["LICEN[CS]E*", "*/COPYING*"] if package["name"].endswith("-sys") else ["LICEN[CS]E*"]
    for path in sorted(path for text in texts for path in glob.glob(os.path.join(glob.escape(folder), text))):
        if os.path.isfile(path):
            print("---- %s" % os.path.basename(path))
            print(open(path, encoding="utf-8", errors="replace").read())' >"$folder/rust-crates.txt"
}

# pack FOLDER BINARY: what goes into the tar file.
pack() {
  local folder=$1 binary=$2 name library
  loaded "$binary" | grep -q '^libz3' || die "$binary loads no libz3, or does not find it"
  mkdir -p "$folder/bin" "$folder/lib"
  # First strip: it may spoil what patchelf has moved.
  strip -o "$folder/bin/plica" "$binary"
  if [ "$(run_path "$folder/bin/plica")" != "\$ORIGIN/../lib" ]; then
    have patchelf || apt_install "what takes this machine's folders out of the program" patchelf
    patchelf --set-rpath "\$ORIGIN/../lib" "$folder/bin/plica"
  fi
  while read -r name library; do cp -L "$library" "$folder/lib/$name"; done < <(loaded "$binary")
  cp -r "$ROOT/examples" "$ROOT/docs" "$ROOT/README.md" "$ROOT/LICENSE-MIT" "$ROOT/LICENSE-APACHE" "$folder/"
  pack_licences "$folder/licences"
  chmod -R u=rwX,go=rX "$folder"
  chmod 755 "$folder/bin/plica"
  # Another name of the same program: cargo finds it as its command `plica`.
  ln -sf plica "$folder/bin/cargo-plica"
  chmod 644 "$folder/lib"/*
}

# try_out WORK TAR NAME: unpacks it in the folder WORK and runs it in an empty folder without any variable but PATH;
# where we are root, as a user who cannot read root's folders, which is where the libraries of the work tree are.
try_out() {
  local work=$1 program=$1/$3/bin/plica as=() native=() path name library said status=0
  mkdir "$work" "$work/empty"
  tar -C "$work" -xzf "$2"
  while read -r name library; do
    [ "$(realpath "$library")" = "$(realpath "$work/$3/lib")/$name" ] ||
      die "the packed program does not load the $name beside it, but $library"
  done < <(loaded "$program")
  if LC_ALL=C ldd "$program" | grep 'not found' >&2; then die "the packed program does not find these libraries"; fi
  if [ "$(id -u)" = 0 ] && have setpriv && id nobody >/dev/null 2>&1; then
    chown -R nobody "$work"
    as=(setpriv --reuid nobody --regid "$(id -g nobody)" --clear-groups)
  fi
  if has_sanitizers; then native=(--confirm native); fi
  path=$(dirname "$(command -v "$(find_clang)")"):/usr/bin:/bin
  said=$(cd "$work/empty" && ${as[@]+"${as[@]}"} env -i PATH="$path" \
    "$program" check ${native[@]+"${native[@]}"} "$work/$3/examples/linear_search.c" 2>&1) || status=$?
  if [ $status != 1 ] || ! grep -q '^violated: 1 error' <<<"$said"; then
    printf '%s\n' "$said" >&2
    die "the packed program ends with status $status on examples/linear_search.c instead of finding its error"
  fi
}

# make_dist BINARY FOLDER
make_dist() (
  binary=$1 out=$2
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # Others may go through it, never look into it: it is tried out as another user.
  chmod 711 "$work"
  name=plica-$("$binary" --version | sed 's/^plica //;s/ .*//')-$(uname -m)-linux
  pack "$work/$name" "$binary"
  tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu \
    --mtime="@${SOURCE_DATE_EPOCH:-$(git -C "$ROOT" log -1 --format=%ct 2>/dev/null || echo 0)}" \
    -cf - "$name" | gzip -9n >"$work/$name.tar.gz"
  try_out "$work/unpacked" "$work/$name.tar.gz" "$name"
  mkdir -p "$out"
  mv "$work/$name.tar.gz" "$out/"
  say "packed and tried out: $out/$name.tar.gz ($(du -h "$out/$name.tar.gz" | cut -f1))"
)
