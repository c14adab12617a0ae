import { defineEntity, p } from "@mikro-orm/postgresql";

const ClockOffsetSchema = defineEntity({
  name: "ClockOffset",
  properties: {
    singleton: p.boolean().primary().default(true),
    shift: p.interval().default("00:00:00"),
  },
});

/** Offset of `clock_now()`; only tests set it (docs/rooms/house.md#time). */
export class ClockOffset extends ClockOffsetSchema.class {}

ClockOffsetSchema.setClass(ClockOffset);
