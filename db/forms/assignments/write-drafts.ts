import type { Answers } from "../../../contract/forms/content-schema.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { records } from "../../platform/statements/records.ts";
import { anyOf, requireRows } from "../../platform/statements/sql-parts.ts";

/**
 * Stores drafts in place of the former ones, one per form: one statement per table.
 *
 * @throws a database error if an assignment no longer has its base revision although the scope is locked.
 */
export async function writeDrafts(
  executor: QueryExecutor,
  drafts: readonly SavedDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  await Promise.all([beginAssignments(executor, drafts), saveAnswers(executor, drafts)]);
}

/** A draft to store, with the revision that its assignment must still have. */
export interface SavedDraft {
  readonly formAssignmentId: string;
  readonly revisionBefore: number;
  readonly revision: number;
  readonly revisionBeforeRun: number;
  readonly lineageId: string;
  readonly answers: Answers;
  readonly savedAt: Date;
}

async function beginAssignments(
  executor: QueryExecutor,
  drafts: readonly SavedDraft[],
): Promise<void> {
  const ids = drafts.map(({ formAssignmentId }) => formAssignmentId);
  await executor.tables
    .with("updated", (from) =>
      from
        .updateTable("formAssignment as assignment")
        .from(records(drafts, DRAFT).as("wanted"))
        .set(({ ref }) => ({
          status: "IN_PROGRESS",
          revision: ref("wanted.revision"),
          updatedAt: ref("wanted.savedAt"),
        }))
        .whereRef("assignment.id", "=", "wanted.formAssignmentId")
        // Ids are passed in addition to the rows, so that the planner knows how few there are.
        .where("assignment.id", "=", anyOf(ids))
        .whereRef("assignment.revision", "=", "wanted.revisionBefore")
        .where("assignment.status", "in", ["ASSIGNED", "IN_PROGRESS"])
        .returning("assignment.id"),
    )
    .selectNoFrom(({ fn, selectFrom }) => {
      const written = selectFrom("updated").select(fn.countAll<number>().as("count"));
      return requireRows("form_assignment", written, drafts.length).as("written");
    })
    .execute();
}

async function saveAnswers(executor: QueryExecutor, drafts: readonly SavedDraft[]): Promise<void> {
  await executor.tables
    .insertInto("formDraft")
    .columns(["assignmentId", "answers", "lineageId", "revisionBeforeRun", "savedAt"])
    .expression(({ selectFrom }) =>
      selectFrom(records(drafts, DRAFT).as("wanted"))
        .select(["wanted.formAssignmentId", "wanted.answers", "wanted.lineageId"])
        .select(["wanted.revisionBeforeRun", "wanted.savedAt"])
        .orderBy("wanted.formAssignmentId"),
    )
    .onConflict((on) =>
      on.column("assignmentId").doUpdateSet(({ ref }) => ({
        answers: ref("excluded.answers"),
        lineageId: ref("excluded.lineageId"),
        revisionBeforeRun: ref("excluded.revisionBeforeRun"),
        savedAt: ref("excluded.savedAt"),
      })),
    )
    .execute();
}

const DRAFT = [
  ["formAssignmentId", "uuid"],
  ["revisionBefore", "int"],
  ["revision", "int"],
  ["revisionBeforeRun", "int"],
  ["lineageId", "uuid"],
  ["answers", "jsonb"],
  ["savedAt", "timestamptz"],
] as const;
