import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { tables } from "../../../db/tables.ts";
import type { BuiltScope } from "../sync/sync.ts";
import type { BuiltWorkout } from "./workouts.ts";

/** The task of a workout. */
export async function taskOf(em: SqlEntityManager, { taskId }: Pick<BuiltWorkout, "taskId">) {
  return await tables(em.fork())
    .selectFrom("agendaTask")
    .select(["status", "revision", "lateEvidence"])
    .where("id", "=", taskId)
    .executeTakeFirst();
}

/** The session that a phone knows by this id. */
export async function sessionOf(em: SqlEntityManager, clientSessionId: string) {
  return await tables(em.fork())
    .selectFrom("workoutSession")
    .selectAll()
    .where("clientSessionId", "=", clientSessionId)
    .executeTakeFirst();
}

/** The feed's events about this relationship's tasks and sessions, sorted by type. */
export async function eventTypesOf(
  em: SqlEntityManager,
  { relationshipId }: Pick<BuiltScope, "relationshipId">,
) {
  const rows = await tables(em.fork())
    .selectFrom("outbox")
    .select(["type", "refs"])
    .where("consumer", "=", "event-feed")
    .execute();
  return rows
    .filter(({ refs }) => refs["relationshipId"] === relationshipId)
    .map(({ type }) => type)
    .filter((type) => /Workout|DailyTask|ClientSkip/.test(type))
    .toSorted();
}
