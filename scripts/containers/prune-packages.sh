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
