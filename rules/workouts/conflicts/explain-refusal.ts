import type { CHANGE_ACTORS } from "../../../contract/sync/vocabulary.ts";
import { isOpen } from "../../../contract/agenda/order.ts";
import type { Refused } from "../../sync/decision.ts";
import { countedSession, type SessionRefusal, type SessionView } from "../session-outcome.ts";

type ChangeActor = (typeof CHANGE_ACTORS)[number];

/** What a refusal of a session tells beside its code. */
export type RefusalExplanation = Pick<Refused, "conflict" | "elsewhere"> & {
  readonly latestRevision?: number;
};

/**
 * Explains why a session is refused (docs/rooms/workouts.md#conflicts): who took its workout back and when, with the one
 * in its place, or that the session which counts is another phone's.
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
        : { conflict: takenBack({ by: task.changedByKind, at: task.changedAt }) };
    }
    default:
      return {};
  }
}

/** Only a coach stops the use of a workout; another of the day stands in its place, if it can still be done. */
function replaced({ pack, dayTasks }: SessionView): RefusalExplanation {
  const at = pack?.supersededAt ?? null;
  if (at === null) return {};
  const conflict = takenBack({ by: "COACH", at });
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

function takenBack({ by, at }: { readonly by: ChangeActor; readonly at: Date }) {
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
