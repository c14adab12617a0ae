import type { ProblemCode } from "../../../contract/problems.ts";
import type { Refusal } from "../../../contract/refusal.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { coachTaskRefetch } from "../../../rules/inbox/coach-task-refetch.ts";
import { refuse, type Refused } from "../../../rules/sync/decision.ts";

/**
 * The verdict on an operation whose act was refused, with the address of the task's present state. A conflict also
 * names who changed it.
 *
 * @throws the refusal itself if no act of an operation should produce it; the operation is then deferred.
 */
export function refusedAct(
  refusal: Refusal,
  task: CoachTask,
  expectedRevision: number | null,
): Refused {
  const code = VERDICTS[refusal.code];
  if (code === undefined) throw refusal;
  const isConflict = code === "STATE_CONFLICT";
  const known = {
    ...refuse(code),
    latestRevision: task.revision,
    refetch: [coachTaskRefetch(task, isConflict ? "STALE" : "CHANGED")],
  };
  if (!isConflict) return known;
  return {
    ...known,
    conflict: {
      changedFields: ["status"],
      sinceRevision: expectedRevision ?? task.revision,
      changedBy: task.closedByUserId === null ? "SYSTEM" : "COACH",
      changedAt: (task.closedAt ?? task.updatedAt).toISOString(),
      writeSetsTouch: true,
      rebaseRevision: null,
    },
    rebaseable: false,
  };
}

/** The verdict for each online refusal of an act. */
const VERDICTS: Readonly<Partial<Record<ProblemCode, VerdictCode>>> = {
  NOT_FOUND: "COACH_TASK_UNKNOWN",
  STATE_CONFLICT: "STATE_CONFLICT",
  RESOLUTION_NOT_ALLOWED: "RESOLUTION_NOT_ALLOWED",
  NOTE_REQUIRED: "NOTE_REQUIRED",
  SNOOZE_NOT_ALLOWED: "SNOOZE_NOT_ALLOWED",
  FORBIDDEN: "SOURCE_FORBIDDEN",
};
