#!/bin/sh
# Makes the namespace of the product; its workers add the search attributes of their actors. Harmless
# when repeated.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE say where.
set -eu

temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --retention 7d --namespace "$TEMPORAL_NAMESPACE"
