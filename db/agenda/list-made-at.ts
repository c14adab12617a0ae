import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { records } from "../platform/statements/records.ts";
import { tables } from "../tables.ts";
import type { RelationshipDay } from "./queries.ts";

/** The changes of tasks on some days at an instant of each that no client or coach made. One statement. */
export async function listMadeAt(em: SqlEntityManager, days: readonly MadeAt[]) {
  const day = records(days, [
    ["eventId", "uuid"],
    ["relationshipId", "uuid"],
    ["localDate", "date"],
    ["at", "timestamptz"],
  ]);
  const made = tables(em)
    .selectFrom(day.as("day"))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("agendaTask")
          .select(["id", "sourceId", "taskKind"])
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .offset(0)
          .as("task"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("agendaTaskEvent")
          .select(["fromStatus", "toStatus", "metadata"])
          .whereRef("taskId", "=", "task.id")
          .whereRef("occurredAt", "=", "day.at")
          .where("actorKind", "=", "SYSTEM")
          // A close at the same instant has a row of its own.
          .where(({ eb, or }) =>
            or([
              eb("reason", "is", null),
              eb("reason", "not in", ["DAY_CLOSED", "RELATIONSHIP_ENDED"]),
            ]),
          )
          .offset(0)
          .as("event"),
      (join) => join.onTrue(),
    )
    .select(["day.eventId", "day.relationshipId", "day.localDate"])
    .select(["task.id", "task.sourceId", "task.taskKind", "event.fromStatus", "event.toStatus"])
    .select("event.metadata")
    .orderBy("task.id");
  return await runNamed(em, "made-of-days", made);
}

/** A day, and the instant of a change to it. */
export interface MadeAt extends RelationshipDay {
  readonly eventId: string;
  readonly at: Date;
}
