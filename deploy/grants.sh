#!/bin/sh
# Runs grants.sql with the passwords of the environment, when the database container starts for the first time.
set -eu
sed -e "s/PASSWORD-OF-THE-SERVICE/$SERVICE_PASSWORD/" -e "s/PASSWORD-OF-MIGRATIONS/$MIGRATE_PASSWORD/" /grants.sql |
  mariadb --user=root --password="$MARIADB_ROOT_PASSWORD"
