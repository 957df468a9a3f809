# All images of the platform, a target each: gateway, shell, mfe-marketing, mfe-blog, mfe-legal.
#
#   docker build --target mfe-blog -t voltframe/mfe-blog .
#
# The stages run from what changes least to what changes most, so that a change of one app builds that app alone.
ARG BASE_IMAGE=node:26-bookworm-slim

FROM ${BASE_IMAGE} AS manifests
WORKDIR /srv
ENV CI=true PATH=/srv/tools/pnpm/node_modules/.bin:$PATH
COPY tools/pnpm/ tools/pnpm/
RUN npm ci --prefix tools/pnpm --ignore-scripts --no-audit --no-fund --loglevel=error \
 && rm -rf /root/.npm
COPY scripts/containers/prune-packages.sh scripts/containers/
COPY package.json pnpm-workspace.yaml pnpm-lock.yaml ./
COPY kit/package.json kit/
COPY enquiries/package.json enquiries/
COPY gateway/package.json gateway/
COPY shell/package.json shell/
COPY mfe-marketing/package.json mfe-marketing/
COPY mfe-blog/package.json mfe-blog/
COPY mfe-legal/package.json mfe-legal/
COPY tests/package.json tests/

# What the gateway runs with. The workspace's layout stays: Node strips types outside of node_modules only.
FROM manifests AS gateway-packages
RUN pnpm install --prod --frozen-lockfile --ignore-scripts --store-dir /tmp/store --filter '@voltframe/gateway...' \
 && rm -rf /tmp/store tools shell mfe-* tests pnpm-lock.yaml \
 && scripts/containers/prune-packages.sh node_modules && rm -rf scripts

# Kit and gateway as packages, for teams with repositories of their own: two tarballs, a megabyte together.
FROM manifests AS packages
RUN pnpm install --frozen-lockfile --ignore-scripts --store-dir /tmp/store --filter voltframe --filter '@voltframe/gateway...' \
 && rm -rf /tmp/store
COPY tools/node/package.json tools/node/
COPY tsconfig.base.json ./
COPY scripts scripts
COPY kit kit
COPY enquiries enquiries
COPY gateway gateway
COPY CONTRIBUTING.md CHANGELOG.md ./
COPY docs docs
RUN node scripts/packages/pack.ts

# What an origin runs with.
FROM manifests AS origin-packages
RUN pnpm install --prod --frozen-lockfile --ignore-scripts --store-dir /tmp/store --filter '@voltframe/kit' \
 && rm -rf /tmp/store tools enquiries gateway shell mfe-* tests pnpm-lock.yaml \
 && scripts/containers/prune-packages.sh node_modules && rm -rf scripts

# What apps are built with.
FROM manifests AS builder
RUN pnpm install --frozen-lockfile --ignore-scripts --store-dir /tmp/store --filter '@voltframe/shell...' --filter '@voltframe/mfe-*...' \
 && rm -rf /tmp/store
COPY tsconfig.base.json ./
COPY kit kit

FROM builder AS shell-release
COPY shell shell
RUN node kit/src/cli/mfe.ts build shell

FROM builder AS mfe-marketing-release
COPY mfe-marketing mfe-marketing
RUN node kit/src/cli/mfe.ts build mfe-marketing

FROM builder AS mfe-blog-release
COPY mfe-blog mfe-blog
RUN node kit/src/cli/mfe.ts build mfe-blog

FROM builder AS mfe-legal-release
COPY mfe-legal mfe-legal
RUN node kit/src/cli/mfe.ts build mfe-legal

FROM ${BASE_IMAGE} AS runtime
WORKDIR /srv
ENV NODE_ENV=production
STOPSIGNAL SIGTERM

# An app's origin: its release folder, read-only, over HTTP.
FROM runtime AS origin
ENV HOST=0.0.0.0 PORT=8080
COPY --from=origin-packages /srv ./
COPY kit/src/contract kit/src/contract
COPY kit/src/errors kit/src/errors
COPY kit/src/packaging kit/src/packaging
COPY kit/src/origin kit/src/origin
COPY kit/src/cli kit/src/cli
USER node
EXPOSE 8080
# By bash: on a busy machine, starting Node for each look would fail and get a working container replaced.
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=5 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /health HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
CMD ["node", "kit/src/cli/mfe.ts", "serve", "/release"]

FROM origin AS shell
COPY --from=shell-release /srv/shell/dist /release

FROM origin AS mfe-marketing
COPY --from=mfe-marketing-release /srv/mfe-marketing/dist /release

FROM origin AS mfe-blog
COPY --from=mfe-blog-release /srv/mfe-blog/dist /release

FROM origin AS mfe-legal
COPY --from=mfe-legal-release /srv/mfe-legal/dist /release

FROM runtime AS gateway
# MALLOC_*: see GATEWAY_ENV in scripts/run.mjs.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144
COPY --from=gateway-packages /srv ./
COPY kit/src/contract kit/src/contract
COPY kit/src/errors kit/src/errors
COPY kit/src/packaging kit/src/packaging
COPY kit/src/cli kit/src/cli
COPY enquiries/src enquiries/src
COPY gateway/src gateway/src
COPY scripts/inbox.ts scripts/operator-token.ts scripts/
COPY --from=packages /srv/dist/packages/*.tgz dist/packages/
COPY --from=packages /srv/dist/packages/docs dist/packages/docs
# A named volume takes over the folder's owner when it is first used.
RUN install -d -o node -g node /data .compiled
USER node
# The code as the engine compiles it, kept in the image: a restart after a crash takes half the time. The server loads
# all of it but what only a thread needs (--import), and then refuses this port.
ENV NODE_COMPILE_CACHE=/srv/.compiled
RUN ! PORT=none node --import ./enquiries/src/fill-form.ts --import ./enquiries/src/notice-page.ts gateway/src/server.ts
EXPOSE 3000
# The first start admits each app; on a busy machine that takes longer than a minute.
HEALTHCHECK --interval=5s --timeout=5s --start-period=180s --retries=5 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/3000 && printf 'GET /-/ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
# It starts server.ts, and again when that crashes. See GATEWAY_FLAGS in scripts/run.mjs.
CMD ["node", "--max-semi-space-size=16", "gateway/src/platform/runtime/socket-holder.ts"]
