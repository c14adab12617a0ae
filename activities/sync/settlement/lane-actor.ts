import { settlementLane } from "../../../contract/sync/device-actor.ts";
import { registerActor } from "../../outbox/register-actor.ts";
import { settleLane } from "./settle-lane.ts";

/** A lane: settles the batches of its share of all relationships (docs/rooms/actors.md#kinds). */
export const laneActor = registerActor(settlementLane, {
  settle: settleLane,
  attributes: () => ({}),
  details: ({ count, lagMs }) => [
    `**${count}** batches wait, the oldest for ${(lagMs / 1_000).toFixed(1)} s.`,
  ],
});
