import { defineEntity, p } from "@mikro-orm/postgresql";
import type { SourceKind } from "../../contract/inbox/source-vocabulary.ts";
import { CoachTask } from "./coach-task.ts";

const CoachTaskOccurrenceSchema = defineEntity({
  name: "CoachTaskOccurrence",
  properties: {
    relationshipId: p.uuid().primary(),
    dedupeKey: p.text().primary(),
    occurrenceKey: p.text().primary(),
    taskId: () => p.manyToOne(CoachTask).mapToPk().updateRule("no action").deleteRule("no action"),
    sourceKind: p.text().$type<SourceKind>(),
    localDate: p.date().strictNullable(),
    acceptedAt: p.datetime(),
    /** When a coach reviewed it in the inbox; the others of its task may still be open. */
    reviewedAt: p.datetime().strictNullable(),
  },
  indexes: [
    { name: "coach_task_occurrence_task_idx", properties: ["taskId"] },
    {
      name: "coach_task_occurrence_source_idx",
      properties: ["relationshipId", "sourceKind", "localDate"],
    },
  ],
});

/** An occurrence of a case, and the task that covers it. */
export class CoachTaskOccurrence extends CoachTaskOccurrenceSchema.class {}
CoachTaskOccurrenceSchema.setClass(CoachTaskOccurrence);
