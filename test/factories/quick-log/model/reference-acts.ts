import type { VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import { importInForce } from "./fact-model.ts";
import type { ReportedAmount } from "./commands.ts";
import type { ModelDay, ModelDone, ModelTask, OnTask } from "./terms.ts";
import type { SettledSkip } from "./skip-reference.ts";

const LARGEST: Readonly<Partial<Record<ModelTask["name"], number>>> = {
  water: 2_000,
  steps: 100_000,
  weight: 300,
};
const MOST_SNOOZES = 3;
/** The context of a skip of each task, in addition to its day. */
const CONTEXTS: Readonly<Partial<Record<ModelTask["name"], string>>> = {
  meal: "food",
  supplement: "food",
  weight: "progress",
  photo: "progress",
  "check-in": "forms",
};

/** The value of a task's day by its entries; imports on a closed day do not change it. */
export function valueOf({ name, typed, imported }: ModelTask) {
  if (imported?.value !== undefined && imported.value !== null)
    return { current: imported.value, entryCount: 1, source: imported.source };
  if (typed.length === 0) return null;
  const values = typed.map(({ value }) => value);
  if (name !== "water") return { current: values.at(-1) ?? 0, entryCount: 1, source: null };
  const current = values.reduce((sum, value) => sum + value, 0);
  return { current, entryCount: values.length, source: null };
}

/** The status of a task on an open day. */
export function openStatus({ name, items, mark, typed, starts }: ModelTask): string {
  // A measurement is in progress after any start that was not undone, a check-in only after its first one.
  const begun = name === "check-in" ? starts.filter(({ idle }) => !idle) : starts;
  const isBegun = typed.length > 0 || begun.length > 0;
  if (items.length === 0) return mark ?? (isBegun ? "IN_PROGRESS" : "PENDING");
  const isAny = (status: string) => items.some((item) => item.status === status);
  if (isAny("PENDING")) return isAny("COMPLETED") || isAny("SKIPPED") ? "IN_PROGRESS" : "PENDING";
  return mark !== "SKIPPED" && isAny("COMPLETED") ? "COMPLETED" : "SKIPPED";
}

/** Whether an operation is judged by revision; adding values, and undoing them, is not. */
export function isJudged(operation: OnTask): boolean {
  if (operation.task.name !== "water") return true;
  if (operation.kind === "VALUE") return false;
  return operation.kind !== "UNDO" || operation.ofUndo || !operation.done.isValue;
}

/** Why an act is refused on a task that supports it, or null; `isIdle` if it would change nothing. */
export function judgeAct(operation: OnTask, isIdle: boolean): VerdictCode | null {
  const { task, phone } = operation;
  if (operation.kind === "SNOOZE") {
    if (operation.minutes === 15) return "CHOICE_NOT_OFFERED";
    return !isIdle && task.snoozes.length >= MOST_SNOOZES ? "SNOOZE_LIMIT" : null;
  }
  if (operation.kind === "VALUE") {
    const { value, minute, unit } = operation;
    if (unit === "OTHER") return "METRIC_MISMATCH";
    if (value > (LARGEST[task.name] ?? 0)) return "VALUE_OUT_OF_RANGE";
    const isTwice = task.typed.some(
      ({ by, ...other }) => by.phone === phone && other.minute === minute,
    );
    return task.name === "water" && isTwice ? "VALUE_DUPLICATE_TIMESTAMP" : null;
  }
  if (operation.kind === "COMPLETE")
    return task.name === "photo" && operation.photos === 0 ? "INPUT_REQUIRED" : null;
  if (operation.kind === "ALL") {
    if (operation.reported === "TOO_MUCH") return "VALUE_OUT_OF_RANGE";
    if (itemsOf(operation).length > 0) return null;
    const isOffered = task.items.some(({ status, asks }) => status === "PENDING" && asks);
    return isOffered ? "INPUT_REQUIRED" : "NOTHING_TO_COMPLETE";
  }
  const itemId = "itemId" in operation ? operation.itemId : null;
  if (itemId === null) return null;
  if (itemsOf(operation).length === 0) return "ITEM_CLOSED";
  return operation.kind === "TICK" ? judgeMinutes(task, operation) : null;
}

function judgeMinutes(
  { items }: ModelTask,
  { itemId, reported }: { readonly itemId: string; readonly reported: ReportedAmount },
): VerdictCode | null {
  if (reported === "TOO_MUCH") return "VALUE_OUT_OF_RANGE";
  const isOffered = items.some(({ id, asks }) => id === itemId && asks);
  return isOffered && reported === "NOTHING" ? "INPUT_REQUIRED" : null;
}

/** The pending items that an operation changes. */
export function itemsOf(operation: OnTask): readonly string[] {
  const pending = operation.task.items.filter(({ status }) => status === "PENDING");
  const named = "itemId" in operation ? operation.itemId : null;
  if (named !== null) return pending.filter(({ id }) => id === named).map(({ id }) => id);
  if (operation.kind === "ALL")
    return pending
      .filter(({ bulk, asks }) => bulk && !(asks && operation.reported !== "ENOUGH"))
      .map(({ id }) => id);
  return operation.kind === "SKIP" ? pending.map(({ id }) => id) : [];
}

/** Removes the effect of an operation from its task. */
export function takeBack(target: ModelDone): void {
  const { task, itemIds } = target;
  target.undone = true;
  task.typed = task.typed.filter(({ by }) => by !== target);
  task.starts = task.starts.filter((start) => start !== target);
  task.snoozes = task.snoozes.filter((snooze) => snooze !== target);
  for (const item of task.items) if (itemIds.includes(item.id)) item.status = "PENDING";
  const isMark = target.kind === "COMPLETE" || target.kind === "SKIP";
  // An item that is pending again ends a skip of the whole task.
  if (task.items.length === 0 ? isMark : itemIds.length > 0) task.mark = null;
}

/** Updates the task with the imports of its day. */
export function bringUp(task: ModelTask, { localDate, reported }: ModelDay): void {
  if (task.name !== "steps" || task.localDate !== localDate) return;
  const inForce = importInForce(reported);
  if (inForce !== task.imported) task.revision += 1;
  task.imported = inForce;
}

/** A skip as settlement sees it. */
export function settledSkip(by: ModelDone): SettledSkip {
  const { task, skip } = by;
  if (skip === null) throw new Error("The skip has no reason");
  const context = CONTEXTS[task.name] ?? "daily";
  return { by, localDate: task.localDate, context, ...skip };
}
