#!/usr/bin/env bash
# Start a Docker engine on a Debian machine without an init system.
#
#   sudo scripts/containers/start-engine.sh
#
# Installs the package docker.io if it is missing, and runs dockerd in the background. Does nothing when an engine runs.
set -euo pipefail

if docker version >/dev/null 2>&1; then echo 'start-engine: an engine already runs'; exit 0; fi
[ "$(id -u)" = 0 ] || { echo 'start-engine: run as root' >&2; exit 1; }

missing=()
command -v dockerd >/dev/null || missing+=(docker.io iptables)
command -v debootstrap >/dev/null || missing+=(debootstrap)
if [ ${#missing[@]} -gt 0 ]; then
  echo "start-engine: installing ${missing[*]}"
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
fi

log=/var/log/dockerd.log
nohup dockerd >"$log" 2>&1 &
for _ in $(seq 60); do
  if docker version >/dev/null 2>&1; then
    docker info --format 'start-engine: Docker {{.ServerVersion}}, {{.Driver}}, cgroup v{{.CgroupVersion}}' 2>/dev/null
    exit 0
  fi
  sleep 0.5
done
echo "start-engine: dockerd did not start; the end of $log:" >&2
tail -5 "$log" >&2
exit 1
