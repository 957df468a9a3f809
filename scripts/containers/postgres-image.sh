#!/usr/bin/env bash
# Build a stand-in for the official PostgreSQL image from Debian's package, on top of the base image.
#
#   scripts/containers/postgres-image.sh       IMAGE=postgres:15 by default
#
# Only for tests on machines that cannot pull from an image registry. The image reads these variables of the official
# image: POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD and POSTGRES_PASSWORD_FILE.
set -euo pipefail

IMAGE=${IMAGE:-postgres:15}
stamp=1 # raise it when this script changes the image
have=$(docker image inspect -f '{{ index .Config.Labels "voltframe.stand-in" }}|' "$IMAGE" 2>/dev/null || true)
[ "$have" != "$stamp|" ] || { echo "postgres-image: $IMAGE is up to date"; exit 0; }
[ "$have" != '|' ] || { echo "postgres-image: $IMAGE exists and is not from this script; nothing changed"; exit 0; }

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
cat >"$context/start.sh" <<'SH'
#!/bin/sh
set -eu
export PGDATA=${PGDATA:-/var/lib/postgresql/data} PATH=/usr/lib/postgresql/15/bin:$PATH
user=${POSTGRES_USER:-postgres}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  if [ -n "${POSTGRES_PASSWORD_FILE:-}" ]; then cat "$POSTGRES_PASSWORD_FILE" >"$password"
  else printf '%s' "${POSTGRES_PASSWORD:?}" >"$password"; fi
  initdb --username="$user" --pwfile="$password" --auth-host=scram-sha-256 --auth-local=trust -E UTF8 --locale=C.UTF-8 >/dev/null
  rm "$password"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses='' -k /tmp" start >/dev/null
  [ "${POSTGRES_DB:-$user}" = postgres ] || createdb -h /tmp -U "$user" "${POSTGRES_DB:-$user}"
  pg_ctl -w -m fast stop >/dev/null
fi
exec postgres -c listen_addresses='*' -k /tmp "$@"
SH
cat >"$context/Dockerfile" <<'DOCKER'
ARG BASE_IMAGE=node:26-bookworm-slim
FROM ${BASE_IMAGE}
RUN apt-get -qq update \
 && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends postgresql-15 >/dev/null \
 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15 \
 && install -d -o postgres -g postgres -m 0700 /var/lib/postgresql/data
COPY --chmod=0755 start.sh /usr/local/bin/start-postgres
USER postgres
STOPSIGNAL SIGINT
EXPOSE 5432
ENTRYPOINT ["start-postgres"]
DOCKER
docker build -q --label "voltframe.stand-in=$stamp" -t "$IMAGE" "$context" >/dev/null
docker image ls --format 'postgres-image: {{.Repository}}:{{.Tag}} {{.Size}}' "$IMAGE"
