import type { Action, OperationState } from "../../../../device/outbox/types.ts";
import type { Scope, TodayTask } from "../../../../device/index.ts";
import { recordEntry, wordOf } from "./record-entry.ts";
import type { ActName, Step } from "../types.ts";
import type { World } from "../world.ts";

/** A person acts on a task of the day that the phone shows. */
export async function actOnTask(
  world: World,
  { act, task: nth, again }: Extract<Step, { kind: "ENQUEUE" }>,
): Promise<void> {
  const [scope] = (await world.device?.scopes()) ?? [];
  if (act === "IMPORT") return await importSteps(world, scope, { nth, again });
  const day = await scope?.today();
  if (scope === undefined || day === null || day === undefined) return;
  const offered = day.tasks.filter(
    ({ accepted }) =>
      (accepted.taskKind !== "WORKOUT" || OF_WORKOUTS.includes(act)) &&
      accepted.actionSchema.actions.some(({ kind }) => KINDS_OF_ACT[act].includes(kind)),
  );
  const task = offered[nth % Math.max(1, offered.length)];
  const action = task && (await actionOf(world, { scope, task, act }));
  if (task === undefined || action === undefined) return;
  await enqueueEntry(world, { scope, taskId: task.taskId, action, again });
}

/** The phone imports the steps of the present day, or of the day before, in the zone of every relationship. */
async function importSteps(
  world: World,
  scope: Scope | undefined,
  { nth, again }: { readonly nth: number; readonly again: boolean },
): Promise<void> {
  if (scope === undefined) return;
  const now = world.clock.now();
  const localDate = new Date(now - (nth % 4 === 0 ? DAY_MS : 0)).toISOString().slice(0, 10);
  const windowStart = `${localDate}T00:00:00.000Z`;
  const windowEnd = new Date(Math.min(now, Date.parse(windowStart) + DAY_MS - 1)).toISOString();
  const payload = {
    metricKind: "STEPS",
    unit: "steps",
    localDate,
    windowStart,
    windowEnd,
    value: nth % 7 === 0 ? null : 1_000 + world.entries.size,
    sourceType: nth % 2 === 0 ? "APPLE_HEALTH" : "HEALTH_CONNECT",
    sourceDevice: "Watch",
    userEntered: nth % 5 === 0,
    // Ids are not sealed.
    localId: `steps-${world.seed}-${world.entries.size}`,
  };
  const action = { operationType: "quick-log.import-value", payload };
  await enqueueEntry(world, { scope, taskId: localDate, action, again });
}

const DAY_MS = 86_400_000;

/** Workouts and forms are decided as a whole, in their own screens. */
const isOfDraft = (operationType: string) => /^(?:workout|form)\./.test(operationType);

/** A person corrects an entry that was refused or still waits. */
export async function resubmit(world: World, nth: number): Promise<void> {
  const { scope, operations } = await operationsOf(world, nth);
  const open = operations.filter(
    ({ status, operationType }) =>
      status !== "ACCEPTED" && status !== "DISCARDED" && !isOfDraft(operationType),
  );
  const replaced = open[nth % Math.max(1, open.length)];
  if (scope === undefined || replaced === undefined) return;
  const { operationType, payload, objectId: taskId } = replaced;
  if (payload === null || taskId === null) return;
  const action: Action = { operationType, payload, resubmitOf: replaced.clientOperationId };
  await enqueueEntry(world, { scope, taskId, action, again: false });
}

/** A person discards a refused entry. */
export async function discard(world: World, nth: number): Promise<void> {
  const { scope, operations } = await operationsOf(world, nth);
  const refused = operations.filter(
    ({ status }) => status === "REJECTED" || status === "CONFLICTED",
  );
  const operation = refused[nth % Math.max(1, refused.length)];
  if (scope === undefined || operation === undefined) return;
  const entry = world.entries.get(operation.clientOperationId);
  const centre = await scope.part("centre");
  // A kill may follow the write: the decision counts from here.
  if (entry !== undefined) entry.isDiscarded = true;
  await centre.discard({ clientOperationId: operation.clientOperationId });
}

/** The entries of the nth scope; a client has one. */
async function operationsOf({ device }: World, nth: number): Promise<OfScope> {
  const scopes = (await device?.scopes()) ?? [];
  const scope = scopes[nth % Math.max(1, scopes.length)];
  return { scope, operations: (await scope?.operations()) ?? [] };
}

interface OfScope {
  readonly scope: Scope | undefined;
  readonly operations: readonly OperationState[];
}

interface Acting {
  readonly scope: Scope;
  readonly task: TodayTask;
  readonly act: TaskActName;
}

async function enqueueEntry(
  world: World,
  {
    scope,
    taskId,
    action,
    again,
  }: {
    readonly scope: Scope;
    readonly taskId: string;
    readonly action: Action;
    readonly again: boolean;
  },
): Promise<void> {
  const entry = { relationshipId: scope.scopeId, taskId, word: wordIn(action), again };
  await recordEntry(world, entry, async (clientOperationId) => {
    await scope.enqueue({ ...action, clientOperationId });
    return true;
  });
}

/** A correction has the word of the entry that it replaces. */
function wordIn({ payload }: Action): string | null {
  return /word-\d+-\d+-/.exec(JSON.stringify(payload))?.[0] ?? null;
}

/** An act on a task of the day. */
type TaskActName = Exclude<ActName, "IMPORT">;

/** The kinds of offered actions that an act needs. */
const KINDS_OF_ACT: Readonly<Record<TaskActName, readonly string[]>> = {
  COMPLETE: ["COMPLETE_TASK", "COMPLETE_ALL_ITEMS"],
  COMPLETE_QUICKLY: ["COMPLETE_TASK"],
  TICK: ["COMPLETE_ITEM"],
  TICK_ALL: ["COMPLETE_ALL_ITEMS"],
  SKIP: ["SKIP"],
  SKIP_QUICKLY: ["SKIP"],
  VALUE: ["RECORD_VALUE"],
  START: ["OPEN_STRUCTURED_LOG"],
  OPEN: ["OPEN_STRUCTURED_LOG"],
  SNOOZE: ["SNOOZE"],
  UNDO: ["UNDO"],
};

/** Acts on the card of a workout; the others are in its log. */
const OF_WORKOUTS: readonly TaskActName[] = ["START", "OPEN"];

async function actionOf(world: World, acting: Acting): Promise<Action | undefined> {
  const { task, act } = acting;
  const { taskId, accepted } = task;
  const word = wordOf(world);
  switch (act) {
    case "COMPLETE":
      return { operationType: "today.complete", payload: { taskId, confirmed: true } };
    case "TICK": {
      const item = accepted.items[world.entries.size % Math.max(1, accepted.items.length)];
      if (item === undefined) return undefined;
      const payload = { taskId, itemId: item.itemId };
      return { operationType: "quick-log.complete-item", payload };
    }
    case "COMPLETE_QUICKLY":
      return { operationType: "quick-log.complete-task", payload: { taskId } };
    case "TICK_ALL":
      return { operationType: "quick-log.complete-all", payload: { taskId, confirmed: true } };
    case "SKIP":
      return { operationType: "today.skip", payload: { taskId, reason: "OTHER", note: word } };
    case "SKIP_QUICKLY":
      return { operationType: "quick-log.skip", payload: { taskId, reason: "OTHER", note: word } };
    case "VALUE":
      return valueOf(world, acting, word);
    case "START":
      return { operationType: "today.start", payload: { taskId } };
    case "OPEN":
      return { operationType: "quick-log.open-structured-log", payload: { taskId } };
    case "SNOOZE":
      return { operationType: "quick-log.snooze", payload: { taskId, minutes: 30 } };
    case "UNDO":
      return await undoOf(acting);
  }
}

function valueOf(world: World, { task }: Acting, word: string): Action | undefined {
  const { metric } = task.accepted.snapshot;
  // Plans of this server measure numbers.
  if (metric === null || !("unit" in metric)) return undefined;
  const { metricKind, unit } = metric;
  const recordedAt = new Date(world.clock.now()).toISOString();
  const value = 100 + world.entries.size;
  const payload = {
    taskId: task.taskId,
    metricKind,
    value,
    unit,
    sourceType: "MANUAL",
    recordedAt,
    localId: word,
  };
  return { operationType: "quick-log.record-value", payload };
}

/** Undoes the newest entry on the task; a waiting one is depended on. */
async function undoOf({ scope, task: { taskId } }: Acting): Promise<Action | undefined> {
  const operations = await scope.operations();
  const last = operations
    .filter(({ objectId, operationType }) => objectId === taskId && operationType !== UNDO)
    .at(-1);
  if (last === undefined) return undefined;
  const { clientOperationId: id, status } = last;
  const payload = { taskId, undoesClientOperationId: id };
  const isWaiting = status === "QUEUED" || status === "SYNCING";
  return { operationType: UNDO, payload, ...(isWaiting && { dependsOn: [id] }) };
}

const UNDO = "quick-log.undo";
