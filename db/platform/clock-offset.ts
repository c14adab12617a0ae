import { defineEntity, p } from "@mikro-orm/postgresql";

const ClockOffsetSchema = defineEntity({
  name: "ClockOffset",
  properties: {
    singleton: p.boolean().primary().default(true),
    shift: p.interval().default("00:00:00"),
  },
});

/** How far `clock_now()` is moved; only tests move it (docs/rooms/house.md#time). */
export class ClockOffset extends ClockOffsetSchema.class {}

ClockOffsetSchema.setClass(ClockOffset);
