import { settlementLane } from "../../../contract/sync/device-actor.ts";
import { laneShares } from "../../../rules/sync/lane-share.ts";

/** The number of the lane that settles for a relationship. */
export function laneOf({ relationshipId }: { readonly relationshipId: string }, lanes: number) {
  const byte = Number.parseInt(relationshipId.slice(-2), 16);
  return laneShares(lanes).findIndex(({ first, last }) => first <= byte && byte <= last);
}

/** Workflow id of that lane. */
export function laneIdOf(scope: { readonly relationshipId: string }, lanes: number): string {
  return settlementLane.idOf({ lane: String(laneOf(scope, lanes)) });
}
