import type { VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import { importInForce, keepImport } from "./fact-model.ts";
import type {
  ModelDay,
  ModelDone,
  ModelOperation,
  ModelOutcome,
  ModelTask,
  OnTask,
} from "./terms.ts";
import {
  bringUp,
  isJudged,
  itemsOf,
  judgeAct,
  openStatus,
  settledSkip,
  takeBack,
  valueOf,
} from "./reference-acts.ts";
import { type SettledSkip, skipsThatReach } from "./skip-reference.ts";

const HOUR_MS = 3_600_000;
const UNDO_MS = 24 * HOUR_MS;
/** A measurement beyond this tolerance lies in the future. */
const TOLERATED_MS = 5 * 60_000;

/**
 * The reference of quick-log's model test, by docs/rooms/quick-log.md#records, without tables, locks or rules of the
 * product. It covers two phones of one client, a reviewing coach, and health stores that import. The opening and
 * closing of days is given.
 */
export function createQuickLogModel() {
  const tasks = new Map<string, ModelTask>();
  const days = new Map<string, ModelDay>();
  const done: ModelDone[] = [];
  /** Skips and undos that are accepted but not settled, with the phone that sent them. */
  const waiting: { readonly phone: number; readonly skip: ModelDone; readonly isUndo: boolean }[] =
    [];
  const settled: SettledSkip[] = [];
  const state = { ahead: 0, place: 0, needAttention: 0, withdrawn: 0 };

  const dayOf = ({ localDate }: Pick<ModelTask, "localDate">): ModelDay => {
    const day = days.get(localDate);
    if (day === undefined) throw new Error("The task has no day");
    return day;
  };

  function statusOf(task: ModelTask): string {
    return asTheDayKnowsIt(task, openStatus(task));
  }

  function judge(operation: OnTask): VerdictCode | null {
    const { task, phone, expected } = operation;
    if (isJudged(operation)) {
      if (expected > task.revision) return "REVISION_AHEAD";
      const isForeign = (made: ModelTask["changes"][number]) =>
        made.phone !== phone && made.revision > expected;
      if (task.changes.some(isForeign)) return "STALE_REVISION";
    }
    if (operation.kind === "UNDO")
      return operation.ofUndo ? "UNDO_TARGET_UNKNOWN" : judgeUndo(operation.done);
    return takes(operation) ? judgeAct(operation, isIdle(operation)) : "TASK_CLOSED";
  }

  function judgeUndo(target: ModelDone): VerdictCode | null {
    if (target.undone) return "ALREADY_UNDONE";
    const isSeen = target.place <= dayOf(target.task).reviewedUpTo;
    if (isSeen || state.ahead - target.at >= UNDO_MS) return "UNDO_WINDOW_CLOSED";
    return isBuiltOn(target) ? "UNDO_SUPERSEDED" : null;
  }

  function isBuiltOn(target: ModelDone): boolean {
    const { task, kind, phone, place, left } = target;
    if (target.isValue) return task.name !== "water" && task.typed.at(-1)?.by !== target;
    if (target.snoozed !== null) return task.snoozes.length !== target.snoozed;
    if (
      task.starts.some((later) => kind === "START" && later.phone !== phone && later.place > place)
    )
      return true;
    return task.items.length === 0 && statusOf(task) !== asTheDayKnowsIt(task, left);
  }

  function asTheDayKnowsIt(task: ModelTask, status: string): string {
    const isOpen = status === "PENDING" || status === "IN_PROGRESS";
    if (dayOf(task).closedAt === null || !isOpen) return status;
    return valueOf(task) === null ? "MISSED" : "COMPLETED";
  }

  /** Whether an operation is accepted without a new revision of the task. */
  function isIdle(operation: OnTask): boolean {
    const { task } = operation;
    const isClosed = dayOf(task).closedAt !== null;
    if (operation.kind === "SNOOZE") return isClosed || operation.until <= operation.now;
    const isStarted = statusOf(task) === "IN_PROGRESS" || (isClosed && task.late);
    return operation.kind === "START" && isStarted;
  }

  function takes({ task, recordedAt }: OnTask): boolean {
    const { closedAt } = dayOf(task);
    const status = statusOf(task);
    if (closedAt === null) return status === "PENDING" || status === "IN_PROGRESS";
    const isOpen = status === "MISSED" || (status === "COMPLETED" && valueOf(task) !== null);
    return isOpen && recordedAt < closedAt;
  }

  function revise({ task, phone }: OnTask): void {
    task.revision += 1;
    task.changes.push({ revision: task.revision, phone });
  }

  /** The visible state of a task. */
  function snapshotOf(task: ModelTask): string {
    const { items, typed, snoozes, late } = task;
    const places = typed.map(({ by }) => by.place);
    return JSON.stringify([items, places, snoozes.length, late, statusOf(task)]);
  }

  function change(operation: OnTask): ModelDone | null {
    const { task, phone } = operation;
    const idle = isIdle(operation);
    state.place += 1;
    const isClosed = dayOf(task).closedAt !== null;
    if (operation.kind === "UNDO") {
      const before = snapshotOf(task);
      takeBack(operation.done);
      task.late = isClosed && task.late && statusOf(task) !== "MISSED";
      if (snapshotOf(task) !== before) revise(operation);
      if (operation.done.skip !== null) waiting.push({ phone, skip: operation.done, isUndo: true });
      return null;
    }
    if (!idle) revise(operation);
    const isSkip = operation.kind === "SKIP";
    const itemIds = itemsOf(operation);
    const { kind } = operation;
    const made: ModelDone = {
      place: state.place,
      phone,
      task,
      at: state.ahead,
      itemIds,
      kind,
      isValue: kind === "VALUE",
      idle,
      skip: isSkip ? operation : null,
      undone: false,
      left: "",
      snoozed: kind === "SNOOZE" && !idle ? task.snoozes.length + 1 : null,
    };
    if (!idle) task.late = isClosed;
    const status = isSkip ? "SKIPPED" : "COMPLETED";
    const isWhole = isSkip && operation.itemId === null;
    for (const item of task.items) if (itemIds.includes(item.id)) item.status = status;
    if (operation.kind === "VALUE") {
      const { value, minute } = operation;
      task.typed = [...task.typed, { by: made, value, minute }];
    } else if (kind === "START") task.starts = [...task.starts, made];
    else if (made.snoozed !== null) task.snoozes = [...task.snoozes, made];
    else if (kind !== "SNOOZE" && (task.items.length === 0 || isWhole)) task.mark = status;
    made.left = statusOf(task);
    done.push(made);
    if (isSkip) waiting.push({ phone, skip: made, isUndo: false });
    return made;
  }

  function takeImport({ day, reported, windowEnd, now }: ModelOperation & { kind: "IMPORT" }) {
    if (windowEnd > now + TOLERATED_MS) return "IMPORT_WINDOW_INVALID";
    // A withdrawal must be measured on its own day alone.
    if (reported.value === null && reported.how === "OF_TWO_DAYS") return "IMPORT_WINDOW_INVALID";
    day.reported = keepImport(day.reported, reported);
    if (day.closedAt === null) for (const task of tasks.values()) bringUp(task, day);
    return "ACCEPTED";
  }

  return {
    tasks,
    days,
    done,
    state,
    statusOf,
    /** Decides one operation. */
    submit(operation: ModelOperation): ModelOutcome {
      if (operation.kind === "IMPORT") return { verdict: takeImport(operation), done: null };
      const code = judge(operation);
      if (code !== null) return { verdict: code, done: null };
      return { verdict: "ACCEPTED", done: change(operation) };
    },
    /** Opens a day with its tasks, which contain earlier imports at once. */
    open(day: ModelDay, made: readonly ModelTask[]): void {
      days.set(day.localDate, day);
      for (const task of made) {
        tasks.set(task.id, task);
        if (task.name === "steps") task.imported = importInForce(day.reported);
      }
    },
    /** Closes a day: its open tasks change their status, with a revision that no phone made. */
    close(day: ModelDay, closedAt: number): void {
      const ofDay = [...tasks.values()].filter(({ localDate }) => localDate === day.localDate);
      for (const task of ofDay)
        if (["PENDING", "IN_PROGRESS"].includes(openStatus(task))) task.revision += 1;
      day.closedAt = closedAt;
    },
    review(day: ModelDay): void {
      day.reviewedUpTo = state.place;
    },
    /** Settles what a phone sent, in one slice. */
    settle(phone: number): void {
      const own = waiting.filter((each) => each.phone === phone);
      waiting.splice(0, waiting.length, ...waiting.filter((each) => each.phone !== phone));
      state.withdrawn += own.filter(({ isUndo }) => isUndo).length;
      const fresh = own.filter(({ isUndo }) => !isUndo).map(({ skip }) => skip);
      for (const skip of fresh) settled.push(settledSkip(skip));
      state.needAttention += skipsThatReach(settled, new Set(fresh));
    },
  };
}

/** The reference of one history. */
export type QuickLogModel = ReturnType<typeof createQuickLogModel>;
