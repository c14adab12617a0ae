import { defineEntity, p } from "@mikro-orm/postgresql";
import type { TaskKind } from "../../../contract/agenda/kinds/task-definitions.ts";
import type {
  FaultKind,
  WithheldSourceType,
} from "../../../contract/agenda/withheld/vocabulary.ts";
import { Relationship } from "../../relationships/relationship.ts";

const WithheldOccurrenceSchema = defineEntity({
  name: "WithheldOccurrence",
  properties: {
    relationshipId: () =>
      p.manyToOne(Relationship).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    localDate: p.date().primary(),
    sourceType: p.text().$type<WithheldSourceType>().primary(),
    /** Assignment of a plan or a form; for a whole day, its relationship. */
    sourceId: p.uuid().primary(),
    /** Revision of the plan that failed. */
    sourceRevision: p.integer(),
    /** Null for a card and for a whole day. */
    taskKind: p.text().$type<TaskKind>().strictNullable(),
    /** The id that the task would have. */
    taskId: p.uuid().strictNullable(),
    faultKind: p.text().$type<FaultKind>(),
    /** SQLSTATE or name of the error. */
    faultClass: p.text(),
    codeVersion: p.text(),
    failures: p.integer().default(1),
    withheldAt: p.datetime(),
    triedAt: p.datetime(),
    /** Earliest next attempt by another version of the code; null once its day has closed. */
    retryAt: p.datetime().strictNullable(),
  },
  indexes: [
    {
      name: "withheld_occurrence_retry_idx",
      properties: ["retryAt", "relationshipId"],
      where: "retry_at is not null",
    },
    { name: "withheld_occurrence_age_idx", properties: ["triedAt"] },
  ],
});

/** An occurrence left out of a day because it failed individually (docs/rooms/agenda.md#withheld-occurrences). */
export class WithheldOccurrence extends WithheldOccurrenceSchema.class {}
WithheldOccurrenceSchema.setClass(WithheldOccurrence);
