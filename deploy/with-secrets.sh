#!/bin/sh
# Starts a program whose image reads no secret from a file: each X_FILE of its environment that names a file of
# /run/secrets becomes X, the first line of that file. It needs nothing but a shell, because some images have no more.
set -eu

while IFS= read -r line; do
  line=${line#export }
  line=${line#declare -x }
  name=${line%%_FILE=*}
  case "$name" in "$line" | *[!A-Z0-9_]*) continue ;; esac
  eval "file=\${${name}_FILE-}"
  case "$file" in /run/secrets/*) ;; *) continue ;; esac
  secret=
  IFS= read -r secret <"$file" || [ -n "$secret" ]
  export "$name=$secret"
  unset "${name}_FILE"
done <<END
$(export -p)
END
exec "$@"
