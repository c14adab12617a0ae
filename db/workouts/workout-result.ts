import { defineEntity, p } from "@mikro-orm/postgresql";
import { WorkoutSession } from "./workout-session.ts";

const WorkoutResultSchema = defineEntity({
  name: "WorkoutResult",
  properties: {
    sessionId: () => p.manyToOne(WorkoutSession).mapToPk().primary(),
    exerciseKey: p.text().primary(),
    relationshipId: p.uuid(),
    /** Identifies the exercise across sessions. */
    identity: p.text(),
    localDate: p.string().columnType("date"),
    heaviestGrams: p.integer().strictNullable(),
    mostRepetitions: p.integer().strictNullable(),
    /** Estimated one-repetition maximum. */
    estimatedGrams: p.integer().strictNullable(),
  },
  indexes: [{ name: "workout_result_identity_idx", properties: ["relationshipId", "identity"] }],
});

/** A session's result for one exercise. */
export class WorkoutResult extends WorkoutResultSchema.class {}
WorkoutResultSchema.setClass(WorkoutResult);
