import { defineActor } from "../outbox/define-actor.ts";

/**
 * `settlement/{lane}`: settles what phones of a share of all relationships sent
 * (docs/rules.md#actors-kinds). It hears of no event: a batch that is admitted is its mark.
 */
export const settlementLane = defineActor({
  kind: "settlement",
  subject: ["lane"],
  wakesOn: [],
  dueReasons: ["SETTLEMENT"],
  searchAttributes: [],
});
