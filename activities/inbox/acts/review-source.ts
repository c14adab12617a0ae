import { SOURCES } from "../../../contract/inbox/source-vocabulary.ts";
import type { DomainEvent, EventType } from "../../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { refsOf } from "../record-changes.ts";
import type { Actor, TaskAct } from "./task-act.ts";
import { closeTask } from "./close-task.ts";

/**
 * Reviews a source that has no review of its own elsewhere: a profile, a submitted form, skips. It completes the
 * source and cannot be undone (docs/rooms/inbox.md#acts). Refuses with RESOLUTION_NOT_ALLOWED (reviewed elsewhere)
 * and FORBIDDEN (may not open it).
 */
export const reviewSource = ({ note }: SourceReview): TaskAct => ({
  act: "REVIEW",
  needs: { permission: true },
  decide(loaded, known, actor) {
    const { task } = loaded;
    const { reviewedAs } = SOURCES[task.sourceKind];
    if (reviewedAs === null) throw new Refusal("RESOLUTION_NOT_ALLOWED");
    if (!known.mayOpen(task)) throw new Refusal("FORBIDDEN");
    const resolutionType = "SOURCE_COMPLETED";
    closeTask(loaded, "RESOLVED", { resolutionType, note, closedByUserId: null });
    return {
      type: "resolved",
      metadata: { resolutionType },
      further: [reviewed(task, reviewedAs, actor)],
    };
  },
});

/** A coach has reviewed the source of a task. */
export interface SourceReview {
  readonly note: string | null;
}

function reviewed(task: CoachTask, type: EventType, { byUserId }: Actor): DomainEvent {
  const refs = { ...refsOf(task, byUserId), coachTaskId: task.id };
  return { eventId: newId(), type, subjectId: task.sourceId, version: 0, refs };
}
