import type { CHANGE_ACTORS } from "../../../contract/sync/vocabulary.ts";
import { isOpen } from "../../../contract/agenda/order-agenda.ts";
import type { Refused } from "../../sync/decision.ts";
import { countedSession, type SessionRefusal, type SessionView } from "../session-outcome.ts";

/**
 * Explains why a session is refused (docs/rooms/workouts.md#conflicts): who canceled its workout and when, with its
 * replacement; or that another phone's session counts.
 */
export function explainRefusal(
  { code }: Pick<SessionRefusal, "code">,
  view: SessionView,
  lineageId: string,
): RefusalExplanation {
  switch (code) {
    case "SESSION_ALREADY_SUBMITTED": {
      const counted = countedSession(view);
      return counted !== undefined && counted.lineageId !== lineageId ? { elsewhere: true } : {};
    }
    case "SNAPSHOT_SUPERSEDED":
      return replaced(view);
    case "TASK_CANCELED": {
      const task = view.task?.task;
      return task === undefined
        ? {}
        : { conflict: cancellation({ by: task.changedByKind, at: task.changedAt }) };
    }
    default:
      return {};
  }
}

type ChangeActor = (typeof CHANGE_ACTORS)[number];

/** The explanation of a refused session, in addition to its code. */
export type RefusalExplanation = Pick<Refused, "conflict" | "elsewhere"> & {
  readonly latestRevision?: number;
};

/** Only a coach stops a workout; another one of the day replaces it, if it can still be done. */
function replaced({ pack, dayTasks }: SessionView): RefusalExplanation {
  const at = pack?.supersededAt ?? null;
  if (at === null) return {};
  const conflict = cancellation({ by: "COACH", at });
  const inPlace = dayTasks.find(
    ({ task }) => task.id !== pack?.taskId && (isOpen(task.status) || task.status === "MISSED"),
  )?.task;
  if (inPlace === undefined) return { conflict };
  const { id: taskId, revision } = inPlace;
  return {
    conflict: { ...conflict, supersededBy: { taskId, itemId: null, revision } },
    latestRevision: revision,
  };
}

function cancellation({ by, at }: { readonly by: ChangeActor; readonly at: Date }) {
  return {
    changedFields: ["status"],
    // An operation on a session names no revision of its task.
    sinceRevision: 0,
    changedBy: by,
    changedAt: at.toISOString(),
    writeSetsTouch: true,
    rebaseRevision: null,
  };
}
