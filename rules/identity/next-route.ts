import type { NextRoute, RelationshipStatus } from "../../contract/identity/vocabulary.ts";

/** Where the client app goes after an auth answer; null is a client without a coach. */
export function nextRoute(relationshipStatus: RelationshipStatus | null): NextRoute {
  switch (relationshipStatus) {
    case null:
    case "ENDED":
      return "INVITE_REQUIRED";
    case "ONBOARDING":
      return "LIGHTWEIGHT_WELCOME";
    case "ACTIVE":
    case "PAUSED":
      return "TODAY";
  }
}
