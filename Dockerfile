# All images of the platform, one target each: gateway, shell, mfe-marketing, mfe-blog, mfe-legal.
#
#   docker build --target mfe-blog --build-arg SOURCE_COMMIT=$(git rev-parse HEAD) -t voltframe/mfe-blog .
#
# Stages with rare changes come first, so that a change of one app rebuilds only that app.
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

# The packages of the gateway. The layout of the workspace stays: Node strips types only outside of node_modules.
FROM manifests AS gateway-packages
RUN pnpm install --prod --frozen-lockfile --ignore-scripts --store-dir /tmp/store --filter '@voltframe/gateway...' \
 && rm -rf /tmp/store tools shell mfe-* tests pnpm-lock.yaml \
 && scripts/containers/prune-packages.sh node_modules && rm -rf scripts

# Kit and gateway as packages, for teams with repositories of their own: two tarballs of 1 MB together.
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

# The packages of an origin.
FROM manifests AS origin-packages
RUN pnpm install --prod --frozen-lockfile --ignore-scripts --store-dir /tmp/store --filter '@voltframe/kit' \
 && rm -rf /tmp/store tools enquiries gateway shell mfe-* tests pnpm-lock.yaml \
 && scripts/containers/prune-packages.sh node_modules && rm -rf scripts

# The packages for the builds of apps.
FROM manifests AS builder
RUN pnpm install --frozen-lockfile --ignore-scripts --store-dir /tmp/store --filter '@voltframe/shell...' --filter '@voltframe/mfe-*...' \
 && rm -rf /tmp/store
COPY tsconfig.base.json ./
COPY kit kit
# As the gateway's setting.
ARG RELEASE_FILES_MB
ENV RELEASE_FILES_MB=$RELEASE_FILES_MB

FROM builder AS shell-release
COPY shell shell
ARG SOURCE_COMMIT
RUN node kit/src/cli/mfe.ts build shell

FROM builder AS mfe-marketing-release
COPY mfe-marketing mfe-marketing
ARG SOURCE_COMMIT
RUN node kit/src/cli/mfe.ts build mfe-marketing

FROM builder AS mfe-blog-release
COPY mfe-blog mfe-blog
ARG SOURCE_COMMIT
RUN node kit/src/cli/mfe.ts build mfe-blog

FROM builder AS mfe-legal-release
COPY mfe-legal mfe-legal
ARG SOURCE_COMMIT
RUN node kit/src/cli/mfe.ts build mfe-legal

FROM ${BASE_IMAGE} AS runtime
WORKDIR /srv
ENV NODE_ENV=production
STOPSIGNAL SIGTERM

# The origin of an app: serves its release folder over HTTP.
FROM runtime AS origin
# An origin waits most of the time: one arena and one thread for files are enough, and freed memory goes back.
ENV HOST=0.0.0.0 PORT=8080 UV_THREADPOOL_SIZE=1 MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
COPY --from=origin-packages /srv ./
COPY kit/src/contract kit/src/contract
COPY kit/src/errors kit/src/errors
COPY kit/src/packaging kit/src/packaging
COPY kit/src/origin kit/src/origin
RUN install -d -o node -g node .compiled
USER node
# As in the image of the gateway. With the cache the compiler of TypeScript is not loaded: 10 MB less memory.
ENV NODE_COMPILE_CACHE=/srv/.compiled
RUN ! PORT=none node --max-semi-space-size=1 kit/src/origin/server.ts /srv
EXPOSE 8080
# In bash: on a busy machine a check that starts Node would time out, and a working container would be replaced.
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=5 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /health HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
# A small young generation: an origin answers a few requests and otherwise waits.
CMD ["node", "--max-semi-space-size=1", "kit/src/origin/server.ts", "/release"]

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
# A named volume takes over the owner and the files of the folder at its first use.
RUN install -d -o node -g node /data .compiled
USER node
# The image contains the compile cache of V8, which halves the time of a restart. This run fills the cache: the holder
# and the server load their modules, --import adds those that are loaded later, and the invalid port then ends the run.
ENV NODE_COMPILE_CACHE=/srv/.compiled
RUN ! PORT=none node --import ./enquiries/src/edit-page.ts --import ./kit/src/packaging/check-stylesheet.ts \
  --import ./kit/src/packaging/custom-properties.ts --import ./kit/src/packaging/foreign-files.ts \
  gateway/src/platform/runtime/socket-holder.ts
RUN node gateway/src/write-child-scripts.ts /data
EXPOSE 3000
# The first start admits each app; on a busy machine that takes longer than a minute.
HEALTHCHECK --interval=5s --timeout=5s --start-period=180s --retries=5 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/3000 && printf 'GET /-/ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
# Starts server.ts and restarts it after a crash. See GATEWAY_FLAGS in scripts/run.mjs.
CMD ["node", "--max-semi-space-size=16", "--v8-pool-size=1", "--no-memory-pool-share-memory-on-teardown", \
    "gateway/src/platform/runtime/socket-holder.ts"]
