import type { ExerciseStatus } from "../../../contract/exercises/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { SearchParts } from "../../../rules/exercises/search/search-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { contentColumns, type ExerciseContent } from "./put-provider-exercises.ts";
import { Exercise } from "./exercise.ts";

/** An exercise that a workspace created. */
export interface OwnExerciseKey {
  readonly workspaceId: string;
  readonly exerciseId: string;
}

/** The content to store. */
export interface OwnExerciseRow extends OwnExerciseKey {
  readonly content: ExerciseContent;
  readonly parts: SearchParts;
  readonly now: Date;
}

/** How many own exercises a workspace has, without archived ones. */
export async function countOwnExercises(tx: Tx, workspaceId: string): Promise<number> {
  return await tx.count(Exercise, { workspaceId, status: "ACTIVE" });
}

/** Inserts a new own exercise. */
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

/** Locks one of a workspace's own exercises. @throws Refusal NOT_FOUND. */
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

/** Replaces the content, as the next revision. */
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

/** Removes it from search; an archived one stays unchanged. */
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
