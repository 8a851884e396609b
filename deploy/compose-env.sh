#!/bin/sh
# Writes deploy/.env, the variables of compose.yaml, with random secrets:
#   sh deploy/compose-env.sh [host name] [email of the first administrator]
# Caddy gets a certificate for a public host name, and makes one for localhost. Keep a copy of the file apart from the backups:
# without APP_KEY, nobody can read what is encrypted.
set -eu
domain=${1:-localhost}
email=${2:-admin@example.test}
file=$(dirname "$0")/.env
if [ -e "$file" ]; then
  echo "$file exists, and stays as it is." >&2
  exit 1
fi
random() { head -c 32 /dev/urandom; }
secret() { random | od -An -v -tx1 | tr -d ' \n'; }
umask 077
cat > "$file" <<END
APP_KEY=base64:$(random | base64)
METRICS_TOKEN=$(secret)
DATABASE_ROOT_PASSWORD=$(secret)
DATABASE_PASSWORD=$(secret)
DATABASE_MIGRATE_PASSWORD=$(secret)
GRAFANA_PASSWORD=$(secret)
DOMAIN=$domain
ADMIN_EMAIL=$email
END
echo "$file has the secrets of this installation. Keep a copy of it."
