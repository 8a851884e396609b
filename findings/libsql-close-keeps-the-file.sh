#!/usr/bin/env bash
# libsql 0.5.29 (the SQLite driver for Node): `close()` of a database with prepared statements keeps the file open, and
# so its locks, until the garbage collector has taken the statements. A process that closes its database and then
# asks whether somebody still has the file open finds itself.
# For the users of a command that replaces a database file: check for other users before opening it.
set -euo pipefail
libsql_version=0.5.29
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save --ignore-scripts --prefix "$work" "libsql@$libsql_version"
cat > close.cjs <<'JS'
const { readdirSync, readlinkSync } = require("node:fs");
const Database = require("libsql");
const isOpen = () =>
  readdirSync("/proc/self/fd").some((fd) => {
    try { return readlinkSync(`/proc/self/fd/${fd}`).endsWith("/some.sqlite"); } catch { return false; }
  });
const use = () => {
  const database = new Database("some.sqlite");
  database.exec("create table if not exists t (a)");
  const statement = database.prepare("select a from t");
  statement.all();
  database.close();
};
use();
const afterClose = isOpen();
setImmediate(() => {
  global.gc();
  setImmediate(() => {
    global.gc();
    console.log(JSON.stringify({ afterClose, afterGarbageCollection: isOpen() }));
  });
});
JS
seen=$(node --expose-gc close.cjs)
echo "libsql $libsql_version on Node $(node --version), is the file open: $seen"
[[ $seen == *'"afterClose":true'* ]] || { echo "The behaviour has changed."; exit 1; }
