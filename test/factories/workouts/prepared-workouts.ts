import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { prepareFor } from "../../../activities/workouts/deliver-to-workouts.ts";
import { tables } from "../../../db/tables.ts";
import type { BuiltWorkout } from "./workouts.ts";

/** The workouts that a client may download now, by day, prepared as the consumer does. */
export async function preparedWorkouts(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<readonly BuiltWorkout[]> {
  await prepareFor(em, [relationshipId], null);
  const rows = await tables(em.fork())
    .selectFrom("workoutPackage")
    .select(["id", "taskId", "packageChecksum", "snapshotChecksum", "assignmentId", "localDate"])
    .where("relationshipId", "=", relationshipId)
    .where("supersededAt", "is", null)
    .orderBy("localDate")
    .orderBy("id")
    .execute();
  return rows.map(({ id: packageId, ...row }) => ({ ...row, packageId }));
}
