#!/usr/bin/env bash
# npm 11.19.1: `ignore-scripts=true`, which projects set in `.npmrc` to keep dependencies from running install scripts,
# also skips the package's own `prepack`. `npm pack` (and `npm publish`) then exits 0 with a package that lacks
# what the script builds, and says nothing about it. `npm run build` still runs, because it is asked for by name.
# For the users of a package: build by an explicit command before packing, and test the packed file.
set -euo pipefail
npm_version=11.19.1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save --prefix "$work/npm" "npm@$npm_version"
npm=("$work/npm/node_modules/.bin/npm")
mkdir package && cd package
cat > package.json <<'JSON'
{ "name": "packed", "version": "1.0.0", "main": "dist/index.js", "files": ["dist"],
  "scripts": { "build": "mkdir -p dist && echo 'module.exports = 1' > dist/index.js", "prepack": "npm run build" } }
JSON
files() { tar -tzf packed-1.0.0.tgz | sort | tr '\n' ' '; }

"${npm[@]}" pack --silent > /dev/null
with=$(files)
rm -rf dist packed-1.0.0.tgz
echo "ignore-scripts=true" > .npmrc
warnings=$("${npm[@]}" pack 2>&1 > /dev/null | grep -ciE 'prepack|ignore-scripts' || true)
without=$(files)

echo "npm $("${npm[@]}" --version) on Node $(node --version)"
echo "without ignore-scripts: $with"
echo "with ignore-scripts:    $without (exit 0, lines that mention the skipped script: $warnings)"
[[ $with == *dist/index.js* && $without != *dist/index.js* && $warnings == 0 ]] || { echo "The behaviour has changed."; exit 1; }
