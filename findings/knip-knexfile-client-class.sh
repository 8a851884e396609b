#!/usr/bin/env bash
# knip 6.44.2 with knex 3.3.0: knex takes a dialect's class as `client` in a knexfile (its types say `string | typeof Client`),
# which is the way to extend a dialect. knip's plugin for knex takes it for a string, says
# "Error loading knexfile.js (client.toLowerCase is not a function)" and reports nothing (exit 2). The same knexfile with the dialect's name is read, and migrations run with both.
# For the maintainers of such a knexfile: `"knex": false` in knip's configuration switches the plugin off.
set -euo pipefail
knip_version=6.44.2 knex_version=3.3.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > package.json <<'JSON'
{ "name": "knexfile-with-a-class", "version": "1.0.0", "type": "commonjs", "dependencies": {} }
JSON
npm install --silent --ignore-scripts "knip@$knip_version" "knex@$knex_version" typescript@5.9.3 @types/node@24.10.1 mysql2@3.15.3
echo 'require("knex");' > index.js
knexfile() {
  cat > knexfile.js <<JS
const MySql2 = require("knex/lib/dialects/mysql2");
class Observed extends MySql2 {}
module.exports = { client: $1, connection: { host: "127.0.0.1" } };
JS
}
run() {
  local status=0
  npx knip --include files > output 2>&1 || status=$?
  echo "exit $status, $(tr "\n" " " < output | cut -c1-200)"
}

knexfile Observed
node -e 'require("knex")(require("./knexfile.js")).destroy().then(() => console.log("knex accepts the class"))'
with_class=$(run)
knexfile '"mysql2"'
with_name=$(run)

echo "knip $(npx knip --version), knex $knex_version, Node $(node --version)"
echo "client: a class     $with_class"
echo "client: its name    $with_name"
[[ $with_class == "exit 2,"*toLowerCase* && $with_name == "exit 0,"* ]] || { echo "The behaviour has changed."; exit 1; }
