import { defineEntity, p } from "@mikro-orm/postgresql";
import type { MappingStatus, ReviewAction } from "../../../contract/exercises/matching.ts";
import { Exercise } from "../catalogue/exercise.ts";

const ThumbnailDecisionSchema = defineEntity({
  name: "ThumbnailDecision",
  properties: {
    id: p.uuid().primary(),
    exerciseId: () =>
      p.manyToOne(Exercise).mapToPk().updateRule("no action").deleteRule("no action"),
    itemId: p.uuid().strictNullable(),
    action: p.text().$type<ReviewAction>(),
    fromStatus: p.text().$type<MappingStatus>(),
    toStatus: p.text().$type<MappingStatus>(),
    revision: p.integer(),
    reviewer: p.text(),
    note: p.text().strictNullable(),
    decidedAt: p.datetime(),
  },
  indexes: [{ name: "thumbnail_decision_exercise_idx", properties: ["exerciseId", "decidedAt"] }],
});

/** A decision of a reviewer; append-only. */
export class ThumbnailDecision extends ThumbnailDecisionSchema.class {}
ThumbnailDecisionSchema.setClass(ThumbnailDecision);
