#!/bin/sh
# Makes the namespace of the product and the search attributes of its actors. Harmless when repeated.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE say where.
set -eu

temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --retention 7d --namespace "$TEMPORAL_NAMESPACE"

# A new namespace is known to every part of the server within seconds.
until known=$(temporal operator search-attribute list); do sleep 1; done

add() {
  echo "$known" | grep -qw "$1" || temporal operator search-attribute create --name "$1" --type "$2"
}
add WorkspaceId Keyword
add RelationshipId Keyword
add DeviceId Keyword
add OnboardingStatus Keyword
add CurrentStep Keyword
add ActorStatus Keyword
add NextWakeAt Datetime
