# shellcheck shell=bash
# The steps that install, upgrade and uninstall are made of. A function does one thing, says so in one line, and does nothing
# where it is done already. KIEBITZ_ROOT is put before every path, so that the tests can look at all of it in a folder.
# A Python that root starts is isolated (-I): neither the current folder nor a variable adds to what it imports.

root=${KIEBITZ_ROOT:-}
home=/opt/kiebitz
versions=$root$home/versions
current=$root$home/current
previous=$root$home/previous
incoming=$root$home/incoming # an archive, while it is checked and installed
former=$root$home/former # what previous was; it is there from before a change until the new version gets ready
settings=$root/etc/kiebitz/kiebitz.toml
state=$root/var/lib/kiebitz
units=$root/etc/systemd/system
unit=$units/kiebitz.service
page_units=("$units/kiebitz-page.service" "$units/kiebitz-page.path")
network_units=("$units/kiebitz-network.service" "$units/kiebitz-network.path")
avahi=$root/etc/avahi/services/kiebitz.service
link_units=("$units/kiebitz-link.service" "$units/kiebitz-link.path")
command=$root/usr/local/bin/kiebitz
rules=$root/etc/udev/rules.d/60-kiebitz.rules
# shellcheck disable=SC2034  # uninstall asks for it
stick_files=("$units/kiebitz-stick@.service" "$units/kiebitz-update.service" "$units/kiebitz-update.path"
  "$root/etc/udev/rules.d/90-kiebitz-stick.rules")
stick=$root/media/kiebitz
log_limits=$root/etc/systemd/journald.conf.d/kiebitz.conf
watchdog=$root/etc/systemd/system.conf.d/kiebitz.conf
modules=$root/etc/modules-load.d/kiebitz.conf

user=kiebitz
page_user=kiebitz-page # of the page for phones, which has neither camera nor journal
link_user=kiebitz-link # of the link to a tournament, likewise
groups=(video render gpio i2c spi systemd-journal)
packages=(python3-venv python3-numpy python3-picamera2 python3-lgpio python3-spidev)
disk_needed=1300 # MB: an environment is some 450, and during an upgrade there are two, and an archive
parts=(pyproject.toml README.md LICENSE common engine vision simulator device link hall web cli models firmware_config docs deploy)
begin_mark="# kiebitz: from here to the end mark written by deploy/install; changes are lost"
end_mark="# kiebitz: end"
restart_needed=no
system=trixie # of Raspberry Pi OS: its Python, its numpy, which stays, and its C library
# shellcheck disable=SC2034  # archive.py and lock ask for them
python_version=3.13 numpy_version=2.2.4 glibc=41

say() { printf '* %s\n' "$*"; }
fail() { # fail GOT, EXPECTED and WHAT TO DO, in one line
  printf 'kiebitz: %s\n' "$*" >&2
  exit 2
}

fail_for() { # fail_for REASON GOT…: deploy/update gets the reason as a word, for which the display has a sentence
  [ -z "${reason_file-}" ] || printf '%s\n' "$1" >"$reason_file"
  fail "${*:2}"
}

as_user() { # as_user COMMAND…: what needs no root is run by the service's user, in /
  (cd / && exec env -u PYTHONPATH -u PYTHONHOME -u PYTHONSTARTUP HOME=/var/lib/kiebitz \
    setpriv --reuid="$user" --regid="$user" --clear-groups "$@")
}

# Checks

need_root() { [ "$(id -u)" = 0 ] || fail "got user $(id -un), expected root: put sudo before the command"; }

need_lasting_root() {
  if grep -q overlayroot= "$root/proc/cmdline" 2>/dev/null; then
    fail "got an overlay over the card, which forgets everything: switch it off in raspi-config, restart, then once more"
  fi
}

need_system() { # Raspberry Pi OS says that it is Debian, with the same code names
  local VERSION_CODENAME='' PRETTY_NAME='an unknown system' architecture
  architecture=$(dpkg --print-architecture 2>/dev/null || true)
  # shellcheck disable=SC1091  # the file of the system that it runs on
  [ ! -r "$root/etc/os-release" ] || . "$root/etc/os-release"
  [ "$VERSION_CODENAME" = "$system" ] ||
    fail "got $PRETTY_NAME, expected Raspberry Pi OS Trixie: take a backup on a stick if there is one, and write the card anew with Raspberry Pi Imager"
  [ "$architecture" = arm64 ] ||
    fail "got ${architecture:-no Debian}, expected a 64-bit system (arm64): write the card anew with Raspberry Pi OS (64-bit)"
}

need_python() {
  local found
  found=$(as_user /usr/bin/python3 -I -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo none)
  case $found in
    3.1[1-9] | 3.[2-9][0-9]) ;;
    *) fail "got Python $found, expected 3.11 or newer at /usr/bin/python3: apt install python3" ;;
  esac
}

need_disk() {
  local free
  mkdir -p "$root/opt"
  free=$(df -Pm "$root/opt" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge "$disk_needed" ] ||
    fail_for no_room "got $free MB of free space in $root/opt, expected $disk_needed MB: use a larger card (16 GB will do), or delete something"
}

need_whole_source() { # need_whole_source FOLDER
  local part
  for part in "${parts[@]}"; do
    [ -e "$1/$part" ] || fail "got no $part in $1, expected a whole checkout or an unpacked release archive"
  done
}

need_same_version() { # need_same_version NAME CHECK: to another one an archive leads, whose signature is checked
  local before
  before=$(name_behind "$current")
  [ "$2" = no ] || [ -z "$before" ] || [ "$before" = "$1" ] ||
    fail "got version $before in use, expected none or this one ($1): sudo /opt/kiebitz/upgrade ARCHIVE, or --unsigned for this folder"
}

read_once() { # read_once FILE: opened once, and no link is followed; where the service's user can write, only what that user may read
  local reading=(dd "if=$1" "iflag=nofollow,nonblock" bs=1M status=none)
  case $1 in
    "$root/run/kiebitz"/* | "$state"/* | "$stick"/*) as_user "${reading[@]}" ;;
    *) "${reading[@]}" ;;
  esac
}

# Packages, user, groups

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

install_packages() {
  local package missing=()
  for package in "${packages[@]}"; do is_installed "$package" || missing+=("$package"); done
  if [ "${#missing[@]}" = 0 ]; then
    say "packages of the system: all there"
    return
  fi
  say "packages of the system: ${missing[*]}"
  dpkg --configure -a >/dev/null || true # what a pulled plug has interrupted; apt says what stays wrong
  apt-get update -qq || fail "got no list of packages, expected one: is there a network? Then once more"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt could not install ${missing[*]} (see above): on Raspberry Pi OS it can; then once more"
}

make_user() {
  local group
  for group in "${groups[@]}"; do getent group "$group" >/dev/null || groupadd --system "$group"; done
  if ! getent passwd "$user" >/dev/null; then
    useradd --system --user-group --home-dir /var/lib/kiebitz --no-create-home --shell /usr/sbin/nologin "$user"
    say "user $user: made"
  else
    say "user $user: there already"
  fi
  usermod --append --groups "$(IFS=,; echo "${groups[*]}")" "$user"
  make_service_user "$page_user" /var/cache/kiebitz-page
  make_service_user "$link_user" /nonexistent
}

make_service_user() { # make_service_user USER HOME
  if ! getent passwd "$1" >/dev/null; then
    useradd --system --user-group --home-dir "$2" --no-create-home --shell /usr/sbin/nologin "$1"
    say "user $1: made"
  fi
}

# Archives

signed_for=kiebitz-release # the namespace of the signatures, and the name that the keys stand under

check_signature() { # check_signature ARCHIVE SIGNATURE: by a key that the version in use knows
  local signers=$current/deploy/allowed_signers
  command -v ssh-keygen >/dev/null || fail "got no ssh-keygen, expected it: apt install openssh-client"
  grep -q '^[^#]' "$signers" 2>/dev/null ||
    fail_for no_key "got no release key in the version in use, expected one to check with: --unsigned takes the archive without"
  as_user ssh-keygen -Y verify -f "$signers" -I "$signed_for" -n "$signed_for" -s "$2" <"$1" >/dev/null 2>&1 ||
    fail_for bad_signature "got an archive that its signature does not fit, or by a key unknown here: fetch both again; nothing was changed"
}

receive() { # receive ARCHIVE CHECK: checks a copy that nobody else can change, and unpacks that
  local copy=$incoming/archive.tar.gz
  [ -f "$1" ] || fail "got no file $1, expected kiebitz-VERSION.tar.gz"
  [ "$2" = no ] || [ -f "$1.sig" ] ||
    fail_for bad_signature "got no signature $1.sig, expected it beside the archive: copy it too; --unsigned takes the archive without"
  rm -rf "$incoming"
  mkdir -p "$incoming"
  read_once "$1" 2>/dev/null >"$copy" || fail "got $1, which cannot be read, expected a file that is no link: copy it again; nothing was changed"
  if [ "$2" = yes ]; then
    read_once "$1.sig" 2>/dev/null >"$copy.sig" || fail "got $1.sig, which cannot be read, expected a file that is no link: copy it again; nothing was changed"
    check_signature "$copy" "$copy.sig"
    say "signature: by a key of the version in use"
  fi
  tar -xzf "$copy" -C "$incoming" --strip-components=1 --no-same-owner --no-same-permissions 2>/dev/null ||
    fail_for damaged "got $1, which cannot be unpacked, expected kiebitz-VERSION.tar.gz: fetch it again; nothing was changed"
  rm -f "$copy" "$copy.sig"
  # another version has other parts: its own upgrade checks them
  [ -e "$incoming/deploy/upgrade" ] || fail "got no deploy/upgrade in $1, expected a release archive: fetch it again; nothing was changed"
}

# The environment of one version

version_of() { sed -n 's/^version = "\(.*\)"$/\1/p' "$1/pyproject.toml"; }

name_of() { # name_of SOURCE: version and the first letters of a checksum over all that is installed
  local sum
  sum=$(cd "$1" && find "${parts[@]}" -type f ! -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
  echo "$(version_of "$1")-${sum:0:8}"
}

system_numpy() { as_user /usr/bin/python3 -I -c 'import numpy; print(numpy.__version__)'; }

make_environment() { # make_environment FOLDER
  (cd / && /usr/bin/python3 -I -m venv --system-site-packages --without-pip "$1")
}

# Without a network there is a folder `wheels`. Whatever pip installs has a hash in `deploy/locks`, made by deploy/lock.

locked=(--no-deps --require-hashes --only-binary ":all:")

fill_environment() { # fill_environment FOLDER SOURCE: picamera2 is compiled against the system's numpy, so that one stays
  local folder=$1 from=() wheel numpy pips=(/usr/share/python-wheels/pip-*.whl)
  numpy=$(system_numpy) || fail "the numpy of the system does not start (see above): apt install --reinstall python3-numpy"
  make_environment "$folder"
  echo "numpy==$numpy" >"$folder/constraints.txt"
  # the pip of python3-venv, run as it lies there: the environment needs none of its own
  pip=("$folder/bin/python" -I "${pips[0]}/pip" --quiet --no-cache-dir --disable-pip-version-check)
  if [ -d "$2/wheels" ]; then from=(--no-index --find-links "$2/wheels"); fi
  (cd / && "${pip[@]}" install "${from[@]}" "${locked[@]}" --requirement "$2/deploy/locks/$system.txt") || return
  [ -d "$2/wheels" ] || make_wheel "$2" "$folder/wheels" || return
  from=("$2"/wheels/kiebitz-*.whl "$folder"/wheels/kiebitz-*.whl)
  for wheel in "${from[@]}"; do
    [ ! -e "$wheel" ] || (cd / && "${pip[@]}" install --no-index --no-deps "$wheel") || return
  done
  rm -rf "$folder/wheels"
}

make_wheel() { # make_wheel SOURCE FOLDER: Kiebitz itself, made by what deploy/locks/build.txt names; `pip` is set
  local tools
  tools=$(mktemp -d)
  (cd / && "${pip[@]}" install "${locked[@]}" --target "$tools" --requirement "$1/deploy/locks/build.txt" &&
    PYTHONPATH=$tools "${pip[@]}" wheel --no-index --no-deps --no-build-isolation --wheel-dir "$2" "$1") || return
  rm -rf "$tools"
}

mark_whole() { # mark_whole FOLDER: all of it is on the disk before the mark is
  sync -f "$1"
  touch "$1/whole"
  sync "$1/whole" "$1" "$versions"
}

remove_version() { # remove_version FOLDER: the mark goes first, so that half a version never counts as one
  rm -f "$1/whole"
  [ ! -d "$1" ] || sync "$1"
  rm -rf "$1"
}

build() { # build SOURCE NAME
  local folder=$versions/$2
  if [ -e "$folder/whole" ]; then
    say "environment $home/versions/$2: there already"
    return
  fi
  say "environment $home/versions/$2: some minutes"
  remove_version "$folder"
  mkdir -p "$versions"
  if ! fill_environment "$folder" "$1"; then
    remove_version "$folder"
    fail "pip could not make the environment (see above): is there a network? Then once more; nothing was changed"
  fi
  mkdir "$folder/deploy"
  cp -R "$1"/deploy/. "$folder/deploy"
  mark_whole "$folder"
}

try_out() { # try_out NAME: without any hardware
  local told
  say "trial of $1: reads a drawn card, plays a deal"
  told=$(as_user "$versions/$1/bin/kiebitz" --version &&
    as_user "$versions/$1/bin/python" -I "$versions/$1/deploy/trial.py" 2>&1) ||
    fail "$1 does not work here and was not taken into use: ${told##*$'\n'}"
}

# Which version is in use

name_behind() { [ ! -L "$1" ] || basename "$(readlink "$1")"; }

link() { # link PATH TARGET: in one step, so that a pulled plug leaves the old link or the new one
  [ "$(readlink "$1" || true)" != "$2" ] || return 0
  ln -sfn "$2" "$1.new"
  mv -fT "$1.new" "$1"
  sync "$(dirname "$1")"
}

point() { link "$1" "versions/$2"; } # point LINK NAME

changing() { [ -L "$former" ]; }

settle() { # what an interrupted change left: undone if it was not made, confirmed if the new version is ready
  local before
  changing || return 0
  if [ "$(name_behind "$previous")" = "$(name_behind "$current")" ]; then
    before=$(name_behind "$former")
    if [ "$before" = none ]; then rm -f "$previous"; else point "$previous" "$before"; fi
    confirm
  elif service_runs; then
    confirm
  fi
}

confirm() {
  rm -f "$former"
  sync "$root$home"
}

systemd_runs() { [ -d "$root/run/systemd/system" ]; }
service_runs() { systemd_runs && systemctl is-active --quiet kiebitz; }

leave_deals_alone() {
  local python=$current/bin/python told code=0
  if ! service_runs || [ ! -x "$python" ]; then return 0; fi
  told=$(as_user "$python" -I -m device.in_play "$state/journal.sqlite" 2>&1) || code=$?
  told=${told##*$'\n'}
  case $code:$told in
    0:*) ;;
    3:*) fail_for deal_in_play "$told" ;;
    4:*) fail "$told, then once more" ;;
    *) fail "got no answer whether a deal is in play (${told:-exit code $code}), expected one: sudo systemctl stop kiebitz, then once more" ;;
  esac
}

into_place() { # into_place FILE: FILE.new takes its name when it is on the disk
  sync "$1.new"
  mv -fT "$1.new" "$1"
  sync "$(dirname "$1")"
}

put_in_place() { # put_in_place FILE DESTINATION [MODE]
  if cmp -s "$1" "$2"; then return; fi
  install -D -m "${3:-644}" "$1" "$2.new"
  into_place "$2"
  say "${2#"$root"}: written"
}

wire() { # units, device rules and log limits are those of the version in use
  local deploy=$current/deploy
  put_in_place "$deploy/kiebitz.service" "$unit"
  wire_beside "$deploy" "${page_units[@]}"
  wire_beside "$deploy" "${network_units[@]}"
  wire_beside "$deploy" "${link_units[@]}"
  wire_avahi "$deploy"
  put_in_place "$deploy/60-kiebitz.rules" "$rules"
  put_in_place "$deploy/journald.conf" "$log_limits"
  if [ -e "$deploy/system.conf" ]; then put_in_place "$deploy/system.conf" "$watchdog"; else rm -f "$watchdog"; fi
  put_in_place "$deploy/modules.conf" "$modules"
  put_in_place "$deploy/kiebitz" "$command" 755
  link "$root$home/upgrade" current/deploy/upgrade
  link "$root$home/uninstall" current/deploy/uninstall
  wire_stick
  mkdir -p "$state"
  chown "$user:$user" "$state"
  systemctl enable --quiet kiebitz
  sync -f "$unit"
  if systemd_runs; then
    systemctl daemon-reload
    # where no udevd runs, as in a container, there are no devices either
    udevadm control --reload 2>/dev/null && udevadm trigger --subsystem-match={gpio,i2c-dev,spidev} || true
    start_paths
  fi
}

wire_beside() { # wire_beside DEPLOY SERVICE PATH: a service that a path starts; an older version may have none
  local beside
  for beside in "$2" "$3"; do
    if [ -e "$1/${beside##*/}" ]; then
      put_in_place "$1/${beside##*/}" "$beside"
    elif [ -e "$beside" ]; then
      [[ $beside != *.path ]] || systemctl disable --quiet "${beside##*/}"
      rm -f "$beside"
    fi
  done
  [ ! -e "$3" ] || systemctl enable --quiet "${3##*/}"
}

wire_avahi() { # wire_avahi DEPLOY: the name of the page, where avahi is installed
  if [ ! -e "$1/avahi.service" ]; then
    rm -f "$avahi"
  elif [ -d "${avahi%/*}" ]; then
    put_in_place "$1/avahi.service" "$avahi"
  fi
}

wire_stick() { # a version from before the stick has none of its files, and going back to it takes them away
  local file name
  mkdir -p "$stick"
  if [ ! -e "$current/deploy/kiebitz-update.path" ] && [ -e "$units/kiebitz-update.path" ]; then
    systemctl disable --quiet kiebitz-update.path
  fi
  for file in "${stick_files[@]}"; do
    name=$(basename "$file")
    if [ -e "$current/deploy/$name" ]; then put_in_place "$current/deploy/$name" "$file"; else rm -f "$file"; fi
  done
  if [ -e "$units/kiebitz-update.path" ]; then systemctl enable --quiet kiebitz-update.path; fi
}

start_paths() { # they wait for a request from the display
  local path_unit
  for path_unit in "$units/kiebitz-update.path" "${network_units[1]}"; do
    [ ! -e "$path_unit" ] || systemctl start "${path_unit##*/}" || true
  done
}

start() { # the unit says when it is ready; until then systemctl waits
  if ! systemd_runs; then
    say "service kiebitz: starts with the board"
    return 0
  fi
  systemctl restart kiebitz || return 1
  start_beside kiebitz-page
  start_beside kiebitz-link
  say "service kiebitz: runs"
}

start_beside() { # start_beside NAME: a service that runs is started anew, and its path watches
  if [ -e "$units/$1.path" ]; then systemctl try-restart "$1.service" && systemctl start "$1.path" || true; fi
}

take_into_use() { # take_into_use NAME: and back to the one before if it does not get ready
  local before
  settle
  if [ "$(name_behind "$current")" = "$1" ] && ! changing; then
    wire
    if ! service_runs; then start || fail "the service does not get ready: journalctl -u kiebitz says why"; fi
    return
  fi
  leave_deals_alone
  keep_way_back
  before=$(name_behind "$previous")
  point "$current" "$1"
  wire
  if start; then
    say "version in use: $1"
    settle
    if changing; then confirm; fi
    forget_old_versions
    return
  fi
  [ -n "$before" ] || fail "the service does not get ready: journalctl -u kiebitz says why"
  point "$current" "$before"
  settle
  wire
  start || fail "neither $1 nor $before gets ready: journalctl -u kiebitz says why"
  fail_for not_ready "$1 did not get ready, so $before is in use again: journalctl -u kiebitz says why"
}

go_back() { # to the version before
  local name
  settle
  name=$(name_behind "$previous")
  [ -n "$name" ] && [ -e "$versions/$name/whole" ] || fail "got --back, but there is no version before this one"
  take_into_use "$name"
}

keep_way_back() { # before anything changes; a version that never got ready is nothing to go back to
  local before=none
  if changing || [ ! -L "$current" ]; then return; fi
  if [ -L "$previous" ]; then before=$(name_behind "$previous"); fi
  point "$former" "$before"
  point "$previous" "$(name_behind "$current")"
}

forget_old_versions() {
  local folder name
  for folder in "$versions"/*/; do
    name=$(basename "$folder")
    if [ "$name" != "$(name_behind "$current")" ] && [ "$name" != "$(name_behind "$previous")" ]; then
      remove_version "$folder"
      say "version $name: removed"
    fi
  done
}

# The board

model() { tr -d '\0' 2>/dev/null <"$root/proc/device-tree/model" || echo "no Raspberry Pi"; }

board_for() { # board_for NAME MODEL: the profile of firmware_config that this version finds for the model
  as_user "$versions/$1/bin/python" -I -c 'import sys; from device.hardware.board import board_for; print(board_for(sys.argv[1]))' "$2"
}

write_settings() { # write_settings BOARD: what the landlord wrote stays
  if [ -e "$settings" ]; then
    say "/etc/kiebitz/kiebitz.toml: there already, left as it is"
    return
  fi
  mkdir -p "$(dirname "$settings")"
  replace "$settings" "$(printf '# The settings of this table; what is left out is asked at the table.\nboard = "%s"' "$1")"
  say "/etc/kiebitz/kiebitz.toml: board $1"
}

without_block() { # without_block FILE: what stands outside our marks; a mark without its end is just a line
  awk -v begin="$begin_mark" -v end="$end_mark" '
    $0 == begin { kept = ""; inside = 1 }
    inside { kept = kept $0 "\n" } !inside { print }
    $0 == end { kept = ""; inside = 0 }
    END { printf "%s", kept }' "$1"
}

merge_block() { # merge_block FRAGMENT FILE: our lines stand at the end, between marks; the first original is kept
  local merged
  merged=$(without_block "$2" && printf '%s\n' "$begin_mark" '[all]' "$(cat "$1")" "$end_mark")
  if [ "$merged" = "$(cat "$2")" ]; then return 1; fi
  if [ ! -e "$2.before-kiebitz" ]; then
    cp -p "$2" "$2.before-kiebitz.new"
    into_place "$2.before-kiebitz"
  fi
  replace "$2" "$merged"
}

replace() { # replace FILE TEXT: a boot partition is FAT, where only a rename is whole
  printf '%s\n' "$2" >"$1.new"
  into_place "$1"
}

boot_config() {
  local file
  for file in "$root/boot/firmware/config.txt" "$root/boot/config.txt"; do
    if [ -f "$file" ]; then
      echo "$file"
      return
    fi
  done
}

configure_boot() { # configure_boot FRAGMENT
  local file
  file=$(boot_config)
  if [ -z "$file" ]; then
    say "boot settings: none here, left out"
  elif merge_block "$1" "$file"; then
    say "boot settings: written into ${file#"$root"}"
    # shellcheck disable=SC2034  # install asks for it
    restart_needed=yes
  else
    say "boot settings: there already"
  fi
}

restore_boot() {
  local file
  file=$(boot_config)
  if [ -n "$file" ] && grep -qxF "$begin_mark" "$file"; then
    replace "$file" "$(without_block "$file")"
    if cmp -s "$file" "$file.before-kiebitz"; then rm "$file.before-kiebitz"; fi
    say "boot settings: taken out of ${file#"$root"}"
  fi
}
