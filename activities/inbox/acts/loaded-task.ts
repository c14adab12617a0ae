import type { CoachTaskAct, DismissReason } from "../../../contract/inbox/vocabulary.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import type { ClientState } from "../../../db/inbox/inbox-rows.ts";
import { judgeAct, statusAt } from "../../../rules/inbox/judge-act.ts";
import { scoreColumns } from "../score-columns.ts";
import { refuseField } from "./refuse-field.ts";

/** A task under the lock of its relationship. Acts change it in memory; the holder of the lock saves it. */
export interface LoadedTask {
  readonly task: CoachTask;
  readonly relationship: ClientState;
  readonly now: Date;
  /** When the coach acted: now, or when the app recorded it, corrected for the error of its device's clock. */
  readonly actedAt: Date;
}

/** A task after an act. */
export type ActedOn = Omit<LoadedTask, "actedAt">;

/** An act, as it is checked against the task's status. */
export interface WantedAct {
  readonly act: CoachTaskAct;
  readonly dismissReason?: DismissReason;
}

/**
 * @throws Refusal STATE_CONFLICT, RELATIONSHIP_INACTIVE, SNOOZE_NOT_ALLOWED, if the task's status does not permit the
 * act.
 */
export function requireAct(
  { task, relationship, now }: ActedOn,
  { act, dismissReason }: WantedAct,
): void {
  const state = {
    status: statusAt(task, now),
    severity: task.severity,
    clientStatus: relationship.status,
  };
  const refusal = judgeAct(state, act, dismissReason ?? null);
  if (refusal === "STATE_CONFLICT") throw stateConflict("TASK_STATUS_FORBIDS_ACT");
  if (refusal === "SNOOZE_NOT_ALLOWED") throw refuseField(refusal, "", TOO_SEVERE);
  if (refusal !== null)
    throw refuseField(refusal, "", state.clientStatus === "PAUSED" ? PAUSED : ENDED);
}

const TOO_SEVERE = "Only a task of low or normal severity can be snoozed.";
const PAUSED = "The client is paused: a task can only be dismissed for that reason.";
const ENDED = "The coaching relationship has ended.";

/** Applies the changes of an act to a task, with a new revision unless only the order changes. */
export function change(
  { task, now }: ActedOn,
  changes: Partial<CoachTask>,
  { isSeen = true }: { readonly isSeen?: boolean } = {},
): void {
  const revision = isSeen ? task.revision + 1 : task.revision;
  Object.assign(task, { ...changes, revision, touchedAt: now, updatedAt: now });
}

/** Recomputes the score of a task, pinned or not. */
export function rescore({ task, relationship, now }: ActedOn, isPinned = task.pinPart > 0): void {
  Object.assign(task, scoreColumns(task, { clientStatus: relationship.status, isPinned }, now));
}
