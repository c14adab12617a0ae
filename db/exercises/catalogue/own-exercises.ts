import type { ExerciseStatus } from "../../../contract/exercises/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { SearchParts } from "../../../rules/exercises/search/search-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import { contentColumns, type ExerciseContent } from "./exercise-writes.ts";
import { Exercise } from "./exercise.ts";

/** An exercise that a workspace made. */
export interface OwnExerciseKey {
  readonly workspaceId: string;
  readonly exerciseId: string;
}

/** What is to be stored of it. */
export interface OwnExerciseRow extends OwnExerciseKey {
  readonly content: ExerciseContent;
  readonly parts: SearchParts;
  readonly now: Date;
}

/** How many a workspace has, without those that it archived. */
export async function countOwnExercises(tx: Tx, workspaceId: string): Promise<number> {
  return await tx.count(Exercise, { workspaceId, status: "ACTIVE" });
}

/** Puts a new one in. */
export async function insertOwnExercise(
  tx: Tx,
  { workspaceId, exerciseId, content, parts, now }: OwnExerciseRow,
  createdByUserId: string,
): Promise<void> {
  await tables(tx)
    .insertInto("exercise")
    .values({
      ...contentColumns(content, parts),
      id: exerciseId,
      workspaceId,
      createdByUserId,
      providerKey: null,
      providerExerciseId: null,
      status: "ACTIVE",
      contentHash: null,
      revision: 1,
      detailReadAt: null,
      detailAskedOn: null,
      missingRuns: 0,
      retiredAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}

/** One of a workspace's own, locked. @throws Refusal NOT_FOUND. */
export async function lockOwnExercise(tx: Tx, { workspaceId, exerciseId }: OwnExerciseKey) {
  const found = await tables(tx)
    .selectFrom("exercise")
    .where("id", "=", exerciseId)
    .where("workspaceId", "=", workspaceId)
    .select(["status", "revision", "title", "description", "instructions", "importantPoints"])
    .select(["muscleGroups", "secondaryMuscleGroups", "equipment", "exerciseTypes", "difficulty"])
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("NOT_FOUND");
  return found;
}

/** Puts what it says now in the place of what it said, as the next revision. */
export async function replaceOwnExercise(
  tx: Tx,
  { exerciseId, content, parts, now }: OwnExerciseRow,
): Promise<void> {
  await tables(tx)
    .updateTable("exercise")
    .set(({ eb }) => ({
      ...contentColumns(content, parts),
      revision: eb("revision", "+", 1),
      updatedAt: now,
    }))
    .where("id", "=", exerciseId)
    .execute();
}

/** Takes it out of search; archived already it stays as it is. */
export async function archiveOwnExercise(
  tx: Tx,
  { workspaceId, exerciseId }: OwnExerciseKey,
  now: Date,
): Promise<void> {
  const status: ExerciseStatus = "ARCHIVED";
  await tables(tx)
    .updateTable("exercise")
    .set(({ eb }) => ({ status, revision: eb("revision", "+", 1), updatedAt: now }))
    .where("id", "=", exerciseId)
    .where("workspaceId", "=", workspaceId)
    .where("status", "=", "ACTIVE")
    .execute();
}
