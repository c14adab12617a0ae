import type { OverrideType } from "../../../contract/onboarding/vocabulary.ts";
import type { TaskPlace } from "../../../db/onboarding/coach/queries.ts";
import type { LockedTask } from "../../../db/onboarding/locked-task.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { isActionOf } from "../../../rules/onboarding/coach-actions.ts";
import { judgeTaskAct } from "../../../rules/onboarding/judge-task-act.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { cancelFormAssignment } from "../../forms/cancel-form-assignment.ts";
import { lockOpenTask } from "../lock-open-task.ts";
import { reassignQuestionnaire } from "./reassign-questionnaire.ts";
import { type Overrider, recordOverride } from "./record-override.ts";
import { recordTaskChange } from "../record-task-change.ts";
import { type DayReminder, remindToday } from "../remind-today.ts";

/**
 * Cancels an open task, reassigns it, asks for it again or forces its completion, and records who did so and why
 * (docs/rooms/onboarding.md#overrides). The lock serialises it with concurrent acts of the client.
 *
 * @throws Refusal NOT_FOUND (also for a version that is not the workspace's), RELATIONSHIP_INACTIVE, TASK_CLOSED,
 * STATE_CONFLICT for an override that a baseline does not permit.
 */
export async function overrideTask(tx: Tx, overriding: TaskOverride): Promise<OverriddenTask> {
  const locked = await lockOpenTask(tx, overriding.place);
  if (!isActionOf(locked.taskType, overriding.override.type))
    throw stateConflict("NOT_FOR_THIS_TASK");
  const overrideId = newId();
  const sideEffects = await carryOut(tx, locked, { ...overriding, overrideId });
  const { instanceId, taskId, clientUserId } = locked;
  const { override, reason, actor, requestId } = overriding;
  const { assignedFormAssignmentId, cancelledFormAssignmentId } = sideEffects;
  const isReplaced = assignedFormAssignmentId !== null;
  await recordOverride(tx, locked, {
    overrideId,
    type: override.type,
    reason,
    replacedFormAssignmentId: isReplaced ? cancelledFormAssignmentId : null,
    actor,
    requestId,
  });
  return { instanceId, taskId, clientUserId, overrideId, sideEffects };
}

/** An override of a task's normal course. The caller has checked the permission and the reason. */
export type Override =
  | { readonly type: Exclude<OverrideType, "REASSIGN_QUESTIONNAIRE"> }
  | { readonly type: "REASSIGN_QUESTIONNAIRE"; readonly formVersionId: string };

/** An override of a task, by whom and why. */
export interface TaskOverride {
  readonly place: TaskPlace;
  readonly override: Override;
  readonly reason: string | null;
  readonly actor: Overrider;
  readonly requestId: string;
}

/** Effects of an override outside the task and its onboarding. */
interface SideEffects {
  readonly cancelledFormAssignmentId: string | null;
  readonly assignedFormAssignmentId: string | null;
  readonly remindersStopped: boolean;
  readonly notification: DayReminder | null;
}

/** The result of an override. */
export interface OverriddenTask {
  readonly instanceId: string;
  readonly taskId: string;
  readonly clientUserId: string;
  readonly overrideId: string;
  readonly sideEffects: SideEffects;
}

const NO_EFFECTS: SideEffects = {
  cancelledFormAssignmentId: null,
  assignedFormAssignmentId: null,
  remindersStopped: false,
  notification: null,
};

type Carried = TaskOverride & { readonly overrideId: string };

async function carryOut(tx: Tx, locked: LockedTask, carried: Carried): Promise<SideEffects> {
  const { override, actor, requestId } = carried;
  switch (override.type) {
    case "CANCEL":
    case "FORCE_COMPLETE":
      return await closeTask(tx, locked, { ...carried, act: override.type });
    case "REQUEST_COMPLETION": {
      const category = "COMPLETION_REQUEST";
      const notification = await remindToday(tx, locked, { category, requestId });
      return { ...NO_EFFECTS, notification };
    }
    case "REASSIGN_QUESTIONNAIRE": {
      const { formVersionId } = override;
      const assignedByUserId = actor.userId;
      const by = { formVersionId, assignedByUserId, requestId };
      const assignedFormAssignmentId = await reassignQuestionnaire(tx, locked, by);
      const cancelledFormAssignmentId = locked.formAssignmentId;
      return { ...NO_EFFECTS, assignedFormAssignmentId, cancelledFormAssignmentId };
    }
  }
}

async function closeTask(
  tx: Tx,
  locked: LockedTask,
  closing: Carried & { readonly act: "CANCEL" | "FORCE_COMPLETE" },
): Promise<SideEffects> {
  const { act, actor, requestId, overrideId } = closing;
  const change = judgeTaskAct(locked, act);
  if (change === "TASK_CLOSED") throw new Refusal(change);
  const { formAssignmentId, now, reminders } = locked;
  const isCancelled =
    formAssignmentId !== null &&
    (await cancelFormAssignment(tx, { formAssignmentId, now, requestId }));
  await recordTaskChange(tx, locked, { change, actor, requestId, evidence: { overrideId } });
  return {
    ...NO_EFFECTS,
    cancelledFormAssignmentId: isCancelled ? formAssignmentId : null,
    remindersStopped: reminders !== null,
  };
}
