#!/bin/sh
# Creates the product's namespace; its workers add the search attributes of their actors. Idempotent.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE are the target.
set -eu

temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --retention 7d --namespace "$TEMPORAL_NAMESPACE"
