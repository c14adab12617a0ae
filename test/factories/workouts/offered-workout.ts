import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../db/platform/new-id.ts";
import { json } from "../../../db/platform/statements/sql-parts.ts";
import { tables } from "../../../db/tables.ts";
import { prepareFor } from "../../../activities/workouts/deliver-to-workouts.ts";
import { type ActOwner, planActs, programContent } from "../plans/plan-acts.ts";

/** Assigns a program whose workouts can be downloaded; returns the task of the present day. */
export async function offeredWorkout(em: SqlEntityManager, owner: ActOwner): Promise<string> {
  const acts = planActs(em);
  const { assignmentId } = await acts.give(owner, programContent());
  await prepareFor(em, [owner.relationshipId], null);
  const [task] = await acts.tasksOf(assignmentId);
  if (task === undefined) throw new Error("The program has no task today");
  return task.id;
}

/** Inserts a session of an offered workout, as if it had been submitted. */
export async function submittedSession(em: SqlEntityManager, taskId: string): Promise<string> {
  const db = tables(em.fork());
  const pack = await db
    .selectFrom("workoutPackage")
    .select(["id", "workspaceId", "relationshipId", "snapshotChecksum", "assignmentId"])
    .select(["programDay", "localDate"])
    .where("taskId", "=", taskId)
    .executeTakeFirstOrThrow();
  const { id: packageId, ...offered } = pack;
  const [id, receiptId, at] = [newId(), newId(), new Date()];
  await db
    .insertInto("workoutSession")
    .values({
      ...offered,
      id,
      packageId,
      clientSessionId: newId(),
      lineageId: newId(),
      taskId,
      creditedTaskId: null,
      status: "SUBMITTED",
      clientRevision: 1,
      frozenRevision: 1,
      performedFrom: "CURRENT",
      startedAt: at,
      finishedAt: at,
      acceptedAt: at,
      correctableUntil: at,
      reviewedAt: null,
      changedAfterReviewAt: null,
      overtookSkip: false,
      submittedReceiptId: receiptId,
      changedReceiptId: receiptId,
      changedAt: at,
      content: json({ note: null, exercises: [], sets: [] }),
    })
    .execute();
  return id;
}
