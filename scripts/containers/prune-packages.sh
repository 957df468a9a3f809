#!/bin/sh
# Take out of installed packages what no program runs: types, maps, texts, tests, other runtimes' binaries.
#
#   prune-packages.sh node_modules
set -eu
cd "$1/.pnpm"
find . -type f \( -name '*.map' -o -name '*.md' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.flow' \) -delete
# The packages' own top folders only: a folder of the same name deeper down may be code.
for name in test tests benchmark benchmarks bench docs example examples prebuilds .github; do
  rm -rf ./*/node_modules/*/"$name" ./*/node_modules/@*/*/"$name"
done
# Builds for browsers, and CommonJS of packages that are only imported as ES modules.
find . -type d \( -path './yaml@*/yaml/browser' -o -path './lru-cache@*/dist/*/browser' -o -path './lru-cache@*/dist/*/react-native' \
  -o -path './css-tree@*/css-tree/dist' -o -path './css-tree@*/css-tree/cjs' -o -path './nodemailer@*/dist/cjs' \
  -o -path './mdn-data@*/mdn-data/api' -o -path './mdn-data@*/mdn-data/l10n' \) -prune -exec rm -rf {} +
# The interface of zod before version 4, which nothing here imports, and its sources.
rm -rf ./zod@*/node_modules/zod/v3 ./zod@*/node_modules/zod/src
# All its languages but one, of which each start of a program would load sixty files.
for folder in ./zod@*/node_modules/zod/v4/locales; do
  find "$folder" -name '*.js' ! -name en.js -delete
  echo "export { default as en } from './en.js';" >"$folder/index.js"
done
# prom-client requires the CommonJS of @opentelemetry/api.
find . -type f ! -path './@opentelemetry+api@*' \( -path './@opentelemetry+*.cjs' -o -path './zod@*.cjs' -o -path './acorn@*/dist/acorn.js' \
  -o -path './@opentelemetry+semantic-conventions@*/experimental_*' \) -delete
