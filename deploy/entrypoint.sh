#!/bin/sh
# Of the image: makes what wasn't given on the first start, and keeps it beside the pictures in /data.
set -eu
data=$(dirname "$AVATAR_DIR")
if [ "$APP_ENV" = local ]; then
  : "${DATABASE_URL:=sqlite:$data/authdock.sqlite}" "${MAIL_URL:=file:$data/mail}"
  export DATABASE_URL MAIL_URL
fi
if [ -z "${APP_KEY:-}" ]; then
  [ -s "$data/app.key" ] || (umask 077 && node dist/src/cli.js key > "$data/app.key")
  APP_KEY=$(cat "$data/app.key")
  export APP_KEY
fi
if [ "$APP_ENV" = local ] && [ "$*" = "node dist/src/main.js" ]; then
  node dist/src/cli.js migrate
  node dist/src/cli.js seed
fi
exec "$@"
