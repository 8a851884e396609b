#!/usr/bin/env bash
# swagger-ui-dist 5.35.0 (npm): from 150 rows on, tags and operations together, the list of operations is drawn by a virtual scroller.
# An `OperationTag` of a plugin, which replaces or wraps the one of Swagger UI, then gets no `children`: it is drawn without operations,
# and they come after it as siblings. Only rows near the window are in the document, so searching in the page, links to operations and
# tests miss the others, although `docExpansion` is "list". One row less, and all is as before. No option turns it off.
# For plugins: replace the component `operations` and draw the tags with their operations in it, as our page of the API does. The list of
# schemas has a scroller of its own from 100 schemas on; replace `OAS31Models`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund swagger-ui-dist@5.35.0 jsdom@26.1.0
cat > draw.js <<'JS'
const { readFileSync } = require("node:fs");
const { JSDOM, VirtualConsole } = require("jsdom");

const bundle = readFileSync(require.resolve("swagger-ui-dist/swagger-ui-bundle.js"), "utf8");

/** Draws a valid document with one tag and this many operations in a window that is 768 pixels high. */
async function draw(operations) {
  const paths = {};
  for (let n = 1; n <= operations; n++)
    paths[`/things/${n}`] = {
      get: { operationId: `thing${n}`, tags: ["Things"], responses: { 200: { description: "It." } } },
    };
  const spec = { openapi: "3.1.0", info: { title: "Things", version: "1" }, tags: [{ name: "Things" }], paths };
  const { window } = new JSDOM("<div id='ui'></div>", {
    runScripts: "outside-only",
    pretendToBeVisual: true,
    virtualConsole: new VirtualConsole(),
  });
  // jsdom has no layout: every row is 60 pixels high
  Object.defineProperty(window.HTMLElement.prototype, "offsetHeight", { get: () => 60 });
  window.eval(bundle);
  let given;
  const plugin = () => ({
    wrapComponents: {
      OperationTag: (Original, { React }) =>
        function Tag(props) {
          given = React.Children.count(props.children) === 0 ? "no children" : "children";
          return React.createElement(Original, props);
        },
    },
  });
  window.SwaggerUIBundle({ domNode: window.document.getElementById("ui"), spec, plugins: [plugin] });
  for (let last = -1, now = 0; given === undefined || now !== last; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    [last, now] = [now, window.document.querySelectorAll(".opblock").length];
  }
  const drawn = window.document.querySelectorAll(".opblock").length;
  const inside = window.document.querySelectorAll(".opblock-tag-section .opblock").length;
  window.close();
  return `${given}; ${drawn} operations in the document, ${inside} within the tag`;
}

(async () => {
  for (const operations of [148, 149])
    console.log(`1 tag, ${operations} operations: the plugin gets ${await draw(operations)}`);
  process.exit();
})();
JS
node draw.js | tee seen.txt
diff seen.txt - <<'EXPECTED'
1 tag, 148 operations: the plugin gets children; 148 operations in the document, 148 within the tag
1 tag, 149 operations: the plugin gets no children; 15 operations in the document, 0 within the tag
EXPECTED
