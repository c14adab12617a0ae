#!/bin/sh
# Copies the media after each base backup: a record is written after its file, so every recorded file is in the copy.
# Files that were deleted leave it too.
set -eu
umask 077

while :; do
  if [ -e /report/base ] && { [ ! -e /tmp/copied ] || [ /report/base -nt /tmp/copied ]; }; then
    touch /tmp/copying
    cp -a --update /var/lib/sideline/media/. /backup/media/
    (cd /backup/media && find . -type f) | while IFS= read -r file; do
      [ -e "/var/lib/sideline/media/$file" ] || rm -f "/backup/media/$file"
    done
    mv /tmp/copying /tmp/copied
    echo "$(date -u +%FT%TZ) copied the media"
  fi
  sleep 60 &
  wait $!
done
