#!/bin/sh
# Patroni runs this once, on the first primary, with the address of its superuser: the app's own role and base.
# The role owns the base and is nothing beyond it: every extension that the app needs is a trusted one.
set -eu
: "${APP_PASSWORD:?the password of the role na_regua}"
psql --quiet --set ON_ERROR_STOP=1 --set password="$APP_PASSWORD" "$1" <<'SQL'
create role na_regua login password :'password';
create database na_regua owner na_regua;
SQL
