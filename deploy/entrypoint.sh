#!/bin/sh
# The entry point of the image. To try the service (APP_ENV=local), it makes what wasn't given, in /data. In production, the
# configuration must be complete: a key that is lost with its container would make the encrypted data unreadable.
set -eu
if [ "$APP_ENV" = local ]; then
  data=$(dirname "$AVATAR_DIR")
  : "${DATABASE_URL:=sqlite:$data/authdock.sqlite}" "${MAIL_URL:=file:$data/mail}"
  if [ -z "${APP_KEY:-}" ]; then
    [ -s "$data/app.key" ] || (umask 077 && node dist/src/cli.js key > "$data/app.key")
    APP_KEY=$(cat "$data/app.key")
  fi
  export APP_KEY DATABASE_URL MAIL_URL
  if [ "$*" = "node dist/src/main.js" ]; then
    node dist/src/cli.js migrate
    node dist/src/cli.js seed
  fi
fi
exec "$@"
