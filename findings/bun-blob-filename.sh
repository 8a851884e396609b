#!/usr/bin/env bash
# Bun 1.4.5: a Blob that is appended to FormData without a name is sent as `filename=""`. The XHR standard's "create an
# entry" names such a part "blob", as Node does. Servers that take a part without a file name for a text field, or for
# an empty file input of a form, then miss the upload.
# For the users of an API: pass the third argument, `form.append("avatar", blob, "avatar.png")`.
set -euo pipefail
bun_version=1.4.5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save --ignore-scripts --prefix "$work" "@oven/bun-linux-x64-baseline@$bun_version"
bun=$work/node_modules/@oven/bun-linux-x64-baseline/bin/bun
chmod +x "$bun"
cat > send.mjs <<'JS'
const form = new FormData();
form.append("avatar", new Blob(["x"], { type: "image/png" }));
const text = await new Response(form).text();
console.log(/^Content-Disposition: .*$/im.exec(text)[0].trim());
JS
by_node=$(node send.mjs)
by_bun=$("$bun" send.mjs)
echo "Node $(node --version): $by_node"
echo "Bun $("$bun" --version): $by_bun"
[[ $by_node == *'filename="blob"'* && $by_bun == *'filename=""'* ]] || { echo "The behaviour has changed."; exit 1; }
