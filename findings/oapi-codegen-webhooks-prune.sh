#!/usr/bin/env bash
# oapi-codegen 2.8.2 (Go): it removes schemas that only `webhooks` of an OpenAPI 3.1 document use before it generates code, and then
# generates functions for these webhooks that refer to the removed types. The code doesn't compile: "undefined: OrderPaid".
# For clients: generate with `skip-prune` (in a configuration: `output-options: { skip-prune: true }`), as clients/generated does.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > orders.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Orders", "version": "1" },
  "paths": {
    "/orders": { "get": { "operationId": "listOrders", "responses": { "204": { "description": "There are none." } } } }
  },
  "webhooks": {
    "order.paid": {
      "post": {
        "operationId": "orderPaid",
        "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/OrderPaid" } } } },
        "responses": { "204": { "description": "It was received." } }
      }
    }
  },
  "components": { "schemas": { "OrderPaid": { "type": "object", "properties": { "id": { "type": "string" } } } } }
}
JSON
for options in types,client types,client,skip-prune; do
  mkdir "$options"
  cat > "$options/go.mod" <<'MOD'
module orders

go 1.25
MOD
  go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 \
    -generate "$options" -package orders -o "$options/orders.go" orders.json
  types=$(grep -c '^type OrderPaid struct' "$options/orders.go" || true)
  uses=$(grep -c '= OrderPaid$' "$options/orders.go" || true)
  if (cd "$options" && go build . 2> errors.txt); then
    built=yes
  else
    built=$(grep -o 'undefined: .*' "$options/errors.txt")
  fi
  echo "$options: OrderPaid is declared $types time(s) and used $uses time(s); does it compile? $built"
done | tee seen.txt
diff seen.txt - <<'EXPECTED'
types,client: OrderPaid is declared 0 time(s) and used 1 time(s); does it compile? undefined: OrderPaid
types,client,skip-prune: OrderPaid is declared 1 time(s) and used 1 time(s); does it compile? yes
EXPECTED
