import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Expression } from "kysely";
import { snapshotOfTask } from "../agenda/snapshots/queries.ts";
import { holdsDeep } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/**
 * Whether an exercise was prescribed to a client, by the running program or in a workout that is or was offered.
 * Alternatives in either count too. One statement over the rows of one relationship.
 */
export async function isPrescribed(
  em: SqlEntityManager,
  { relationshipId, exerciseId }: PrescribedTo,
): Promise<boolean> {
  const names = <Content>(content: Expression<Content>) =>
    holdsDeep(content, "exerciseId", exerciseId);
  const byProgram = tables(em)
    .selectFrom("planAssignment as assignment")
    .innerJoin("planRevision as revision", (on) =>
      on
        .onRef("revision.planId", "=", "assignment.planId")
        .onRef("revision.revision", "=", "assignment.appliedRevision"),
    )
    .where("assignment.relationshipId", "=", relationshipId)
    .where("assignment.planKind", "=", "PROGRAM")
    .where("assignment.status", "=", "ACTIVE")
    .where(({ ref }) => names(ref("revision.content")))
    .select("assignment.id");
  const byPackage = tables(em)
    .selectFrom("workoutPackage as package")
    .innerJoin("workoutSnapshot as snapshot", (on) =>
      on
        .onRef("snapshot.workspaceId", "=", "package.workspaceId")
        .onRef("snapshot.checksum", "=", "package.snapshotChecksum"),
    )
    .where("package.relationshipId", "=", relationshipId)
    .where(({ or, ref }) => or([names(ref("snapshot.content")), names(ref("package.content"))]))
    .select("package.id");
  const byTask = tables(em)
    .selectFrom("agendaTask as task")
    .where("task.relationshipId", "=", relationshipId)
    .where("task.taskKind", "=", "WORKOUT")
    .where(names(snapshotOfTask))
    .select("task.id");
  const found = await tables(em)
    .selectNoFrom(({ or, exists }) =>
      or([exists(byProgram), exists(byPackage), exists(byTask)]).as("isPrescribed"),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found.isPrescribed);
}

/** An exercise, and the relationship that it may be prescribed in. */
export interface PrescribedTo {
  readonly relationshipId: string;
  readonly exerciseId: string;
}
