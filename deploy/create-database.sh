#!/bin/sh
# Patroni runs this once on the first primary, with a connection string of the superuser. It creates the role and database of the app.
# The role owns this database and has no other privileges: every extension that the app needs is a trusted one.
set -eu
: "${APP_PASSWORD:?the password of the role na_regua}"
psql --quiet --set ON_ERROR_STOP=1 --set password="$APP_PASSWORD" "$1" <<'SQL'
create role na_regua login password :'password';
create database na_regua owner na_regua;
SQL
