import type { QuickLogPayloads } from "../../../contract/quick-log/payload-schema.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { WorkingTask } from "../../agenda/agenda-task.ts";
import { dayAfter, startOfLocalDay } from "../../local-day.ts";
import { changeTask, type WantedChange } from "../change-task.ts";
import { refuseFor } from "../judge-task.ts";
import { refuseValue } from "../steps/value-fault.ts";
import type { PastOperation, QuickLogAction, QuickLogOutcome, TaskState } from "../types.ts";
import { unchanged } from "../steps/unchanged.ts";
import { statusBefore, takeBackStatus } from "./take-back.ts";
import type { ActionRules } from "./types.ts";

/**
 * Snoozes a task (docs/rooms/quick-log.md#snooze) from the corrected time of the request. The status stays, and the
 * phone sets its own alarm. An already expired snooze, or one on a closed day, changes nothing and is not counted.
 */
export const snooze: ActionRules<"SNOOZE"> = {
  decide: decideSnooze,
  undo: takeBackSnooze,
  writeSet: () => ["snooze"],
};

function decideSnooze(
  state: TaskState,
  action: QuickLogAction,
  { minutes }: QuickLogPayloads["SNOOZE"],
): QuickLogOutcome {
  const { task } = state;
  const offered = task.actionSchema.actions.find(({ kind }) => kind === "SNOOZE")?.snooze;
  if (offered === undefined) return refused(state, "ACTION_NOT_OFFERED");
  if (!offered.minutes.includes(minutes))
    return {
      kind: "REFUSED",
      refused: refuseValue(state, action, { code: "CHOICE_NOT_OFFERED", pointer: "/minutes" }),
    };
  if (state.dayClosedAt !== null) return unchanged(state);
  const snoozedUntil = putOffUntil(task, action.recordedAt, minutes);
  if (snoozedUntil === null || snoozedUntil <= action.now) return unchanged(state);
  if (task.snoozeCount >= offered.most) return refused(state, "SNOOZE_LIMIT");
  const { snoozeCount } = task;
  return changeTask(state, action, { snooze: { snoozedUntil, snoozeCount: snoozeCount + 1 } });
}

/** At most its due time or the end of its local day; null if the start is unknown. */
function putOffUntil(
  { localDate, timezone, dueAt }: Pick<WorkingTask, "localDate" | "timezone" | "dueAt">,
  from: Date | null,
  minutes: number,
): Date | null {
  if (from === null) return null;
  const wanted = from.getTime() + minutes * 60_000;
  const dayEnds = startOfLocalDay(dayAfter(localDate), timezone).getTime();
  return new Date(Math.min(wanted, dayEnds, dueAt?.getTime() ?? dayEnds));
}

/** The former snooze, unless a later one followed. One that had expired changed nothing. */
function takeBackSnooze(state: TaskState, target: PastOperation): WantedChange | null {
  const { effects } = target;
  if (!effects.snooze) return takeBackStatus(state, target);
  const { snoozeCount } = state.task;
  if (snoozeCount !== effects.snooze.count) return null;
  const { from } = effects.snooze;
  const snoozedUntil = from === null ? null : new Date(from);
  return {
    status: statusBefore(state, target),
    snooze: { snoozedUntil, snoozeCount: snoozeCount - 1 },
  };
}

function refused(state: TaskState, code: VerdictCode): QuickLogOutcome {
  return { kind: "REFUSED", refused: refuseFor(state, code, "STALE") };
}
