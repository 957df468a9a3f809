#!/bin/sh
# Remove files that no program needs from installed packages: types, maps, texts, tests, binaries of other runtimes.
#
#   prune-packages.sh node_modules
set -eu
cd "$1/.pnpm"
find . -type f \( -name '*.map' -o -name '*.md' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.flow' \) -delete
# Only at the top of a package: a deeper folder of the same name may contain code.
for name in test tests benchmark benchmarks bench docs example examples prebuilds .github; do
  rm -rf ./*/node_modules/*/"$name" ./*/node_modules/@*/*/"$name"
done
# Builds for browsers, and CommonJS builds of packages that the platform imports as ES modules.
find . -type d \( -path './yaml@*/yaml/browser' -o -path './lru-cache@*/dist/*/browser' -o -path './lru-cache@*/dist/*/react-native' \
  -o -path './css-tree@*/css-tree/dist' -o -path './css-tree@*/css-tree/cjs' -o -path './nodemailer@*/dist/cjs' \
  -o -path './mdn-data@*/mdn-data/api' -o -path './mdn-data@*/mdn-data/l10n' \) -prune -exec rm -rf {} +
# The API of zod 3, which no program imports, and the sources of zod.
rm -rf ./zod@*/node_modules/zod/v3 ./zod@*/node_modules/zod/src
# All languages of zod but one: each start of a program would otherwise load sixty files.
for folder in ./zod@*/node_modules/zod/v4/locales; do
  find "$folder" -name '*.js' ! -name en.js -delete
  echo "export { default as en } from './en.js';" >"$folder/index.js"
done
# The client of S3 is loaded as CommonJS.
find . -type d \( -path './@aws-sdk+*/dist-es' -o -path './@aws-sdk+*/dist-types' -o -path './@smithy+*/dist-es' -o -path './@smithy+*/dist-types' \) \
  -prune -exec rm -rf {} +
# @opentelemetry/api keeps its CommonJS build, because prom-client requires it.
find . -type f ! -path './@opentelemetry+api@*' \( -path './@opentelemetry+*.cjs' -o -path './zod@*.cjs' -o -path './acorn@*/dist/acorn.js' \
  -o -path './@opentelemetry+semantic-conventions@*/experimental_*' \) -delete
