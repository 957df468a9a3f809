# Debian's Caddy, with the file that the profile `front` mounts.
ARG BASE_IMAGE=node:26-bookworm-slim
FROM ${BASE_IMAGE}
RUN apt-get -qq update \
 && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends caddy >/dev/null \
 && rm -rf /var/lib/apt/lists/*
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
