#!/usr/bin/env bash
# Install Compose v2 and buildx on Debian 12, whose package docker-compose is 1.29.
#
#   scripts/containers/compose-v2.sh
#
# Copies the two binaries from the packages of Debian 13 (they run on 12) to ~/.docker/cli-plugins, and changes nothing
# else. Uses the mirror of this machine's apt. Does nothing when both plugins are installed.
set -euo pipefail

if docker compose version >/dev/null 2>&1 && docker buildx version >/dev/null 2>&1; then
  echo "compose-v2: already installed: $(docker compose version --short)"
  exit 0
fi
plugins=${DOCKER_CONFIG:-$HOME/.docker}/cli-plugins
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$plugins" "$work"/{lists,archives}/partial

mirror=$(awk '/^URIs:/ {print $2; exit}' /etc/apt/sources.list.d/debian.sources 2>/dev/null || true)
[ -n "$mirror" ] || mirror=$(awk '$1 == "deb" && $2 ~ /^http/ {print $2; exit}' /etc/apt/sources.list)
printf 'Types: deb\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' \
  "$mirror" >"$work/trixie.sources"
apt=(apt-get -qq -o Dir::Etc::sourcelist="$work/trixie.sources" -o Dir::Etc::sourceparts=/dev/null
  -o Dir::State::lists="$work/lists" -o Dir::State::status=/dev/null -o Dir::Cache="$work" -o APT::Sandbox::User=root)
"${apt[@]}" update
(cd "$work" && "${apt[@]}" download docker-compose docker-buildx)
for package in "$work"/*.deb; do dpkg-deb -x "$package" "$work/unpacked"; done
install -m 0755 "$work"/unpacked/usr/libexec/docker/cli-plugins/* "$plugins/"
echo "compose-v2: $(docker compose version --short) in $plugins"
