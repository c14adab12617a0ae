import { expect } from "@jest/globals";
import { actOnTask } from "../../../../activities/inbox/acts/act-on-task.ts";
import { dismissTask } from "../../../../activities/inbox/acts/dismiss-task.ts";
import { resolveTask } from "../../../../activities/inbox/acts/resolve-task.ts";
import { pinTask } from "../../../../activities/inbox/acts/pin-task.ts";
import { snoozeTask, UNSNOOZE_TASK } from "../../../../activities/inbox/acts/snooze-task.ts";
import { START_TASK } from "../../../../activities/inbox/acts/start-task.ts";
import type { TaskAct } from "../../../../activities/inbox/acts/task-act.ts";
import { UNDO_CLOSE } from "../../../../activities/inbox/acts/undo-close.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import type { ModelAct } from "./commands.ts";
import { readInboxTable } from "./table.ts";
import { predicted } from "./truth.ts";
import { isUncertain, type PlayedInbox, stateOf } from "./played-inbox.ts";

/** An act of a coach on the nth task. */
interface OnlineAct {
  readonly act: ModelAct;
  readonly which: number;
  readonly byUserId: string;
}

const resolution = { resolutionType: "NOT_RELEVANT", note: null, linkedActionId: null } as const;
const ONLINE: Readonly<Record<ModelAct, TaskAct>> = {
  start: START_TASK,
  resolve: resolveTask(resolution),
  dismiss: dismissTask({
    dismissReason: "NOT_RELEVANT",
    note: null,
    duplicateOf: null,
    untilOccurrences: null,
  }),
  snooze: snoozeTask({ until: { preset: "ONE_HOUR" }, reason: null }),
  unsnooze: UNSNOOZE_TASK,
  pin: pinTask(true),
  unpin: pinTask(false),
  undo: UNDO_CLOSE,
};
const table = readInboxTable();

/** Acts on a task as a coach does online; expects the outcome that the table predicts. */
export async function actOnline(
  inbox: PlayedInbox,
  { act, which, byUserId }: OnlineAct,
): Promise<void> {
  const { em, scope } = inbox;
  const before = await inbox.rows();
  const task = before.tasks[which % Math.max(1, before.tasks.length)];
  if (task === undefined) return;
  const state = await stateOf(inbox, task, before);
  const expected = predicted(table, act, { state, byUserId });
  const acting = {
    workspaceId: scope.workspaceId,
    taskId: task.id,
    byUserId,
    expectedRevision: null,
  };
  const code = await transact(em, (tx) =>
    actOnTask(tx, { ...acting, requestId: "model" }, ONLINE[act]),
  ).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
  if (!isUncertain(inbox, task, before)) expect({ act, code }).toEqual({ act, code: expected });
}
