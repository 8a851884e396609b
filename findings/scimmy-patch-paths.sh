#!/usr/bin/env bash
# scimmy 1.3.5 (npm): the path of a PATCH operation must have exactly the case of the schema, and no URN in front. `DISPLAYNAME` and
# `urn:ietf:params:scim:schemas:core:2.0:User:displayName` are rejected with invalidPath, `NAME.familyName` with noTarget. Names of
# attributes are case-insensitive (RFC 7643, section 2.1), and any of them can be fully qualified (RFC 7644, section 3.10). Its filters
# do ignore the case, also within a path: `emails[TYPE eq "work"].value` works.
# For services on it: bring the paths into the case of the schema and without its URN before the library sees them. Ours reads paths itself.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund scimmy@1.3.5
cat > patch.js <<'JS'
import SCIMMY from "scimmy";

const CORE = "urn:ietf:params:scim:schemas:core:2.0:User";
SCIMMY.Resources.declare(SCIMMY.Resources.User, {});

/** What becomes of the user when the value at the path is replaced. */
async function replaced(path, read) {
  const user = new SCIMMY.Schemas.User(
    {
      ...{ schemas: [CORE], id: "1", userName: "ada@example.test", displayName: "old", name: { familyName: "old" } },
      emails: [{ value: "old", type: "work" }],
    },
    "out",
  );
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
  const message = { schemas, Operations: [{ op: "replace", path, value: "new" }] };
  try {
    return read(await new SCIMMY.Messages.PatchOp(message).apply(user, async (changed) => changed));
  } catch ({ scimType }) {
    return scimType;
  }
}

for (const [path, read] of [
  ["displayName", ({ displayName }) => displayName],
  ["DISPLAYNAME", ({ displayName }) => displayName],
  [`${CORE}:displayName`, ({ displayName }) => displayName],
  ["name.familyName", ({ name }) => name.familyName],
  ["NAME.familyName", ({ name }) => name.familyName],
  ['emails[TYPE eq "work"].value', ({ emails }) => emails[0].value],
])
  console.log(`${path}: ${await replaced(path, read)}`);
JS
node patch.js | tee seen
diff seen - <<'EXPECTED'
displayName: new
DISPLAYNAME: invalidPath
urn:ietf:params:scim:schemas:core:2.0:User:displayName: invalidPath
name.familyName: new
NAME.familyName: noTarget
emails[TYPE eq "work"].value: new
EXPECTED
