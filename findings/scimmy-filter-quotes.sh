#!/usr/bin/env bash
# scimmy 1.3.5 (npm): a filter whose text has a quotation mark, such as `displayName eq "Ada \"Countess\" Lovelace"`, is rejected with
# invalidFilter, because the text ends at the first mark even behind a backslash. Texts in filters are JSON strings (RFC 7644, section
# 3.4.2.2), so this is how a directory looks for such a name before it makes a person. A backslash alone is compared as two.
# For services on it: such people can't be found by a filter. Ours parses filters with another package.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund scimmy@1.3.5
cat > find.js <<'JS'
import SCIMMY from "scimmy";

const found = (name) => {
  try {
    const filter = new SCIMMY.Types.Filter(`displayName eq ${JSON.stringify(name)}`);
    return filter.match([{ displayName: name }]).length === 1 ? "found" : "not found";
  } catch ({ scimType }) {
    return scimType;
  }
};

for (const name of ["Ada Lovelace", 'Ada "Countess" Lovelace', "Ada\\Lovelace"]) console.log(`${name}: ${found(name)}`);
JS
node find.js | tee seen
diff seen - <<'EXPECTED'
Ada Lovelace: found
Ada "Countess" Lovelace: invalidFilter
Ada\Lovelace: not found
EXPECTED
