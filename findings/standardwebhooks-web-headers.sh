#!/usr/bin/env bash
# standardwebhooks 1.1.1 (npm): `verify` reads the headers with `Object.keys`, which finds nothing in a `Headers` of the web's fetch.
# A request with a right signature is then rejected with "Missing required headers", in every framework whose requests are those of the
# web. TypeScript doesn't compile it, JavaScript does. Likewise, the body can be a text or a Buffer but no other Uint8Array, and the error
# isn't a WebhookVerificationError then.
# For receivers: pass `Object.fromEntries(request.headers)` and `await request.text()`. `verifyWebhook` of our client does.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund standardwebhooks@1.1.1
cat > verify.js <<'JS'
const { Webhook, WebhookVerificationError } = require("standardwebhooks");

const endpoint = new Webhook("whsec_" + Buffer.from("a secret of an endpoint").toString("base64"));
const body = '{"type":"order.paid"}';
const at = new Date();
const request = new Request("https://shop.example/hook", {
  method: "POST",
  body,
  headers: {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": endpoint.sign("msg_1", at, body),
  },
});
const plain = Object.fromEntries(request.headers);
for (const [name, payload, headers] of [
  ["plain object", body, plain],
  ["Headers", body, request.headers],
  ["Uint8Array", new TextEncoder().encode(body), plain],
])
  try {
    console.log(`${name}: ${endpoint.verify(payload, headers).type}`);
  } catch (error) {
    console.log(`${name}: ${error instanceof WebhookVerificationError ? "rejected" : "failed"}, ${error.message}`);
  }
JS
node verify.js | tee seen.txt
diff seen.txt - <<'EXPECTED'
plain object: order.paid
Headers: rejected, Missing required headers
Uint8Array: failed, Expected payload to be of type string or Buffer.
EXPECTED
