import { settlementLane } from "../../../contract/sync/device-actor.ts";
import { registerActor } from "../../outbox/register-actor.ts";
import { settleLane } from "./settle-lane.ts";

/** A lane settles the batches of its share of relationships, and makes days final (docs/rooms/actors.md#kinds). */
export const laneActor = registerActor(settlementLane, {
  settle: settleLane,
  attributes: () => ({}),
  details: ({ count, lagMs, dayCount, nextDayAt }) => [
    `**${count}** batches wait, the oldest for ${(lagMs / 1_000).toFixed(1)} s.`,
    `**${dayCount}** days wait to become final, the next at ${nextDayAt ?? "no time"}.`,
  ],
});
