import { defineEntity, p } from "@mikro-orm/postgresql";
import type { AdherenceBucket } from "../../contract/agenda/adherence/vocabulary.ts";
import { Relationship } from "../relationships/relationship.ts";

const ProgressTrendSchema = defineEntity({
  name: "ProgressTrend",
  properties: {
    relationshipId: () =>
      p.manyToOne(Relationship).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    bucket: p.text().$type<AdherenceBucket>(),
    /** Since when it is OFF_TRACK; null while it is not. */
    fellAt: p.datetime().strictNullable(),
    /** When the coach was last notified of a fall. */
    toldAt: p.datetime().strictNullable(),
    /** The report of a fall ({@link toldAt}) that a coach reviewed last; null before the first review. */
    reviewedFallAt: p.datetime().strictNullable(),
    judgedAt: p.datetime(),
  },
});

/** The adherence of a relationship when one of its days last closed. */
export class ProgressTrend extends ProgressTrendSchema.class {}
ProgressTrendSchema.setClass(ProgressTrend);
