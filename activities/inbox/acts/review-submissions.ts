import type { OpenSubmission } from "../../../db/inbox/sources/open-submissions.ts";
import { submissionsDue, submissionSource } from "../../../rules/inbox/sources/form-cases.ts";
import { dueColumns } from "../score-columns.ts";
import { change, type LoadedTask, rescore } from "./loaded-task.ts";

/**
 * Reviews some submissions of a task and leaves the others open: the task is due by the oldest of these, and opens it.
 * A note stays with the task.
 */
export function leaveOpen(
  loaded: LoadedTask,
  rest: readonly OpenSubmission[],
  note: string | null,
): void {
  const [oldest] = rest;
  if (oldest === undefined) throw new Error("No submission is left open");
  const { task, relationship, now } = loaded;
  const acceptedAt = rest.map((one) => one.acceptedAt);
  const { severity, dueAt } = task;
  const due = submissionsDue({ severity, acceptedAt, dueAt, zone: relationship, now });
  change(loaded, {
    ...dueColumns(due, relationship),
    ...submissionSource(task.relationshipId, oldest.submissionId),
    note: note ?? task.note,
    occurrenceCount: rest.length,
    summary: { ...task.summary, counts: { occurrences: rest.length } },
  });
  rescore(loaded);
}

/** The open submissions of a task that a review covers, and those that it leaves open. */
export function partSubmissions(
  open: readonly OpenSubmission[],
  submissionIds: readonly string[] | null,
): { readonly reviewed: readonly OpenSubmission[]; readonly rest: readonly OpenSubmission[] } {
  const isMeant = ({ submissionId }: OpenSubmission) =>
    submissionIds === null || submissionIds.includes(submissionId);
  return { reviewed: open.filter(isMeant), rest: open.filter((one) => !isMeant(one)) };
}
