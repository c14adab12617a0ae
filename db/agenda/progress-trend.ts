import { defineEntity, p } from "@mikro-orm/postgresql";
import type { AdherenceBucket } from "../../contract/agenda/vocabulary.ts";
import { Relationship } from "../relationships/relationship.ts";

const ProgressTrendSchema = defineEntity({
  name: "ProgressTrend",
  properties: {
    relationshipId: () =>
      p.manyToOne(Relationship).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    bucket: p.text().$type<AdherenceBucket>(),
    /** Since when it is OFF_TRACK; null while it is not. */
    fellAt: p.datetime().strictNullable(),
    /** When the coach was last told that it fell. */
    toldAt: p.datetime().strictNullable(),
    judgedAt: p.datetime(),
  },
});

/** How the adherence of a relationship stood when a day of it last closed. */
export class ProgressTrend extends ProgressTrendSchema.class {}
ProgressTrendSchema.setClass(ProgressTrend);
