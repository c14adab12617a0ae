import type { ResolutionType } from "../../../contract/inbox/vocabulary.ts";
import { judgeResolution, resolutionsOf, undoEndsAt } from "../../../rules/inbox/judge-act.ts";
import { refuseField, refuseWithoutNote } from "./refuse-field.ts";
import type { TaskAct } from "./task-act.ts";
import { closeTask } from "./close-task.ts";

/**
 * Resolves a task for a coach (docs/rooms/inbox.md#acts). NUDGE_SENT has the client nudged once the undo is over.
 * Refuses with RESOLUTION_NOT_ALLOWED and NOTE_REQUIRED.
 */
export const resolveTask = (resolution: Resolution): TaskAct => ({
  act: "RESOLVE",
  decide(loaded, _known, { byUserId }) {
    const { taskType, sourceKind } = loaded.task;
    const refusal = judgeResolution(loaded.task, resolution.resolutionType, resolution.note);
    if (refusal === "NOTE_REQUIRED") throw refuseWithoutNote();
    if (refusal !== null) {
      const allowed = resolutionsOf(taskType, sourceKind).join(", ");
      throw refuseField(refusal, "/resolutionType", `This task can be resolved as: ${allowed}.`);
    }
    const nudgeAt = resolution.resolutionType === "NUDGE_SENT" ? undoEndsAt(loaded.now) : null;
    closeTask(loaded, "RESOLVED", { ...resolution, nudgeAt, closedByUserId: byUserId });
    return { type: "resolved", metadata: { resolutionType: resolution.resolutionType } };
  },
});

/** How a coach has dealt with a task. */
export interface Resolution {
  readonly resolutionType: ResolutionType;
  readonly note: string | null;
  readonly linkedActionId: string | null;
}
