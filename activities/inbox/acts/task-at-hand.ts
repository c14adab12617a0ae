import type { CoachTaskAct, DismissReason } from "../../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import type { ClientState } from "../../../db/inbox/inbox-rows.ts";
import { judgeAct, statusAt } from "../../../rules/inbox/judge-act.ts";
import { scoreColumns } from "../task-score.ts";

/** A task under the lock of its relationship; what is decided is written onto it, and saved by who holds it. */
export interface TaskAtHand {
  readonly task: CoachTask;
  readonly relationship: ClientState;
  readonly now: Date;
  /** When the coach said it: now, or when the app recorded it, corrected by the clock of its device. */
  readonly saidAt: Date;
}

/** A task as an act left it. */
export type ActedOn = Omit<TaskAtHand, "saidAt">;

/** What is to be done to a task, as its state is asked for it. */
export interface WantedAct {
  readonly act: CoachTaskAct;
  readonly dismissReason?: DismissReason;
}

/** @throws Refusal STATE_CONFLICT, RELATIONSHIP_INACTIVE, SNOOZE_NOT_ALLOWED, where the state of a task does not admit it. */
export function requireAct(
  { task, relationship, now }: ActedOn,
  { act, dismissReason }: WantedAct,
): void {
  const standing = {
    status: statusAt(task, now),
    severity: task.severity,
    clientStatus: relationship.status,
  };
  const refusal = judgeAct(standing, act, dismissReason ?? null);
  if (refusal === "STATE_CONFLICT") throw stateConflict("TASK_STATUS_FORBIDS_ACT");
  if (refusal !== null) throw new Refusal(refusal);
}

/** Makes of a task what an act changes, with a new revision unless it only moves the order. */
export function change(
  { task, now }: ActedOn,
  changes: Partial<CoachTask>,
  { isSeen = true }: { readonly isSeen?: boolean } = {},
): void {
  const revision = isSeen ? task.revision + 1 : task.revision;
  Object.assign(task, { ...changes, revision, touchedAt: now, updatedAt: now });
}

/** Scores a task anew, pinned or not. */
export function rescore({ task, relationship, now }: ActedOn, isPinned = task.pinPart > 0): void {
  Object.assign(task, scoreColumns(task, { clientStatus: relationship.status, isPinned }, now));
}
