#!/usr/bin/env bash
# body-parser 2.4.0 in express 5.3.0: a body whose Content-Length is over the limit is known to be too large before its first byte,
# but body-parser reads the whole body off the connection before it reports the error. A client that declares 100 kB for a limit of
# 1 kB and waits for an answer before it goes on, as after `Expect: 100-continue`, gets none until it has sent everything.
# For services: compare Content-Length with the limit before the parser where clients should hear 413 at once.
set -euo pipefail
express_version=5.3.0 body_parser_version=2.4.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y > /dev/null
npm install --silent --ignore-scripts "express@$express_version" "body-parser@$body_parser_version"
cat > run.cjs <<'JS'
const { connect } = require("node:net");
const { setTimeout: wait } = require("node:timers/promises");
const express = require("express");

const SIZE = 100_000;
const app = express();
app.use(express.json({ limit: "1kb" }));
app.post("/", (request, response) => response.sendStatus(204));
app.use((error, request, response, next) => response.status(error.status).send(error.type));

const server = app.listen(0, "127.0.0.1", async () => {
  const socket = connect(server.address().port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => (answer += text));
  const statusNow = async () => (await wait(1000), answer.split("\r\n", 1)[0] || "no answer");
  socket.write(`POST / HTTP/1.1\r\nHost: example.test\r\nContent-Type: application/json\r\nContent-Length: ${SIZE}\r\n\r\n`);
  console.log(`after the headers:        ${await statusNow()}`);
  socket.write(" ".repeat(SIZE - 1));
  console.log(`after all but one byte:   ${await statusNow()}`);
  socket.write(" ");
  console.log(`after the last byte:      ${await statusNow()}`);
  socket.destroy();
  server.close();
});
JS
output=$(node run.cjs)
echo "express $(node -p 'require("express/package.json").version'), body-parser $(node -p 'require("body-parser/package.json").version'), Node $(node --version)"
echo "$output"
[[ $(grep -c "no answer" <<< "$output") == 2 && $output == *"413 Payload Too Large" ]] || { echo "The behaviour has changed."; exit 1; }
