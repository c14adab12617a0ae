import type { QueryExecutor } from "../../db/platform/pipeline/pipeline.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import { listInboxRelationships, listCovered } from "../../db/inbox/inbox-rows.ts";
import { judgeCase } from "./judge-case.ts";
import { loadCases } from "./load-cases.ts";

/**
 * Queries the sources of some tasks whose relationships are locked (docs/rooms/inbox.md#sources), and changes no task.
 * The number of statements depends on the kinds of sources.
 *
 * @returns a predicate: would its source complete a task, if the task were open?
 */
export async function loadCompletedBySource(
  executor: QueryExecutor,
  tasks: readonly CoachTask[],
  now: Date,
): Promise<(task: CoachTask) => boolean> {
  const ids = [...new Set(tasks.map(({ relationshipId }) => relationshipId))];
  const kinds = [...new Set(tasks.map(({ sourceKind }) => sourceKind))];
  const keys = [...new Set(tasks.map(({ dedupeKey }) => dedupeKey))];
  const [relationships, covered] = await Promise.all([
    listInboxRelationships(executor, ids, kinds),
    listCovered(executor, ids, keys, now),
  ]);
  const dates = covered.flatMap(({ localDate }) => localDate ?? []);
  const oldestDate = dates.toSorted()[0] ?? null;
  const query = { relationships, kinds, oldestDate, conversationId: null };
  const { cases, reviews, from } = await loadCases(executor, query, now);
  return (task) => {
    const { relationshipId, dedupeKey } = task;
    const relationship = relationships.find(({ id }) => id === relationshipId);
    if (relationship === undefined) return false;
    const isOfCase = (one: { readonly relationshipId: string; readonly dedupeKey: string }) =>
      one.relationshipId === relationshipId && one.dedupeKey === dedupeKey;
    const at = {
      relationship,
      found: cases.find(isOfCase) ?? null,
      task: { ...caseTask(task), status: "OPEN" as const },
      covered: covered.filter(isOfCase),
    };
    return judgeCase(at, { reviews, from, now }).outcome.kind === "COMPLETED";
  };
}

function caseTask({ id, severity, dueAt, occurrenceCount }: CoachTask) {
  return { id, severity, dueAt, occurrenceCount, dismissedUntilCount: null };
}
