import { describe, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { dismissTask } from "../../activities/inbox/acts/dismiss-task.ts";
import { reviewSource } from "../../activities/inbox/acts/review-source.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { pinTask } from "../../activities/inbox/acts/pin-task.ts";
import { assignTask } from "../../activities/inbox/acts/assign-task.ts";
import { snoozeTask, UNSNOOZE_TASK } from "../../activities/inbox/acts/snooze-task.ts";
import { START_TASK } from "../../activities/inbox/acts/start-task.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import { UNDO_CLOSE } from "../../activities/inbox/acts/undo-close.ts";
import { settleInboxTask } from "../../activities/inbox/actor/settle-inbox-task.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { archiveClosedTasks } from "../../activities/inbox/upkeep/archive-closed-tasks.ts";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { Refusal } from "../../contract/refusal.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { newId } from "../../db/platform/new-id.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import {
  anotherMessage,
  coachPhone,
  putMessageTask,
  queuedAct,
  reply,
  sendAsCoach,
} from "../factories/inbox/coach-phone.ts";
import { readInboxTable } from "../factories/inbox/model/table.ts";
import { admissionDeps, buildScope, type BuiltScope } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

const table = readInboxTable();

/** A task in each state of the table. */
const STATES: Readonly<Record<string, (own: BuiltScope) => Partial<CoachTask>>> = {
  OPEN: () => ({}),
  IN_PROGRESS: () => ({ status: "IN_PROGRESS", startedAt: new Date(), touchedAt: new Date() }),
  SNOOZED: () => ({ status: "SNOOZED", snoozedUntil: ago(-2), snoozePreset: "ONE_HOUR" }),
  "snooze over": () => ({ status: "SNOOZED", snoozedUntil: ago(0.1), snoozePreset: "ONE_HOUR" }),
  RESOLVED: ({ coachUserId }) => ({
    status: "RESOLVED",
    resolutionType: "NOT_RELEVANT",
    ...closed(coachUserId),
  }),
  DISMISSED: ({ coachUserId }) => ({
    status: "DISMISSED",
    dismissReason: "NOT_RELEVANT",
    ...closed(coachUserId),
  }),
  ARCHIVED: ({ coachUserId }) => ({ status: "ARCHIVED", ...closed(coachUserId) }),
};

/** An event of the table: the state of the task before it, and what happens. */
interface TableEvent {
  readonly changes?: Partial<CoachTask>;
  /** The resolution of a closed task, instead of the coach's just now. */
  readonly closing?: Partial<CoachTask>;
  readonly before?: (task: CoachTask, own: BuiltScope) => Promise<unknown>;
  /** An act, and its operation in the coach's app. */
  readonly act?: TaskAct;
  readonly operation?: readonly [name: string, said: Record<string, unknown>];
  readonly happens?: (task: CoachTask, own: BuiltScope) => Promise<unknown>;
}

const resolution = { resolutionType: "NOT_RELEVANT", note: null, linkedActionId: null } as const;
const dismissal = { note: null, duplicateOf: null, untilOccurrences: null } as const;
const hour = snoozeTask({ until: { preset: "ONE_HOUR" }, reason: null });
const isDone = { before: (task: CoachTask) => reply(em, task) };

const settle = ({ id: taskId }: CoachTask) => settleInboxTask(em, { taskId });

const isPaused = { before: (_task: CoachTask, own: BuiltScope) => move(own, "PAUSE") };

const EVENTS: Readonly<Record<string, TableEvent>> = {
  start: { act: START_TASK, operation: ["start", {}] },
  "start, the source is done": { ...isDone, act: START_TASK, operation: ["start", {}] },
  resolve: {
    act: resolveTask(resolution),
    operation: ["resolve", { resolutionType: "NOT_RELEVANT" }],
  },
  "review the source": {
    changes: { sourceKind: "SKIP" },
    act: reviewSource({ note: null }),
    operation: ["review", {}],
  },
  dismiss: {
    act: dismissTask({ ...dismissal, dismissReason: "NOT_RELEVANT" }),
    operation: ["dismiss", { dismissReason: "NOT_RELEVANT" }],
  },
  snooze: { act: hour, operation: ["snooze", { snoozePreset: "ONE_HOUR" }] },
  "snooze, of HIGH": {
    changes: { severity: "HIGH" },
    act: hour,
    operation: ["snooze", { snoozePreset: "ONE_HOUR" }],
  },
  unsnooze: { act: UNSNOOZE_TASK, operation: ["unsnooze", {}] },
  pin: { act: pinTask(true), operation: ["pin", {}] },
  "pin, pinned already": {
    changes: { pinPart: 25 },
    act: pinTask(true),
    operation: ["pin", {}],
  },
  unpin: { changes: { pinPart: 25 }, act: pinTask(false), operation: ["unpin", {}] },
  assign: {},
  undo: { act: UNDO_CLOSE, operation: ["undo", {}] },
  "undo, the source is done": { ...isDone, act: UNDO_CLOSE, operation: ["undo", {}] },
  "undo, after ten minutes": {
    closing: { closedAt: ago(0.2) },
    act: UNDO_CLOSE,
    operation: ["undo", {}],
  },
  "undo, of another coach": {
    closing: { closedByUserId: newId() },
    act: UNDO_CLOSE,
    operation: ["undo", {}],
  },
  "it happens again": { before: (task) => anotherMessage(em, task), happens: scan },
  "it happens again, worse": {
    before: (task) => anotherMessage(em, task, { severity: "HIGH" }),
    happens: scan,
  },
  "the same event again": { happens: scan },
  "the source is done": { ...isDone, happens: scan },
  "its actor settles": { happens: settle },
  "24 hours without a touch": {
    changes: { startedAt: ago(25), touchedAt: ago(25) },
    happens: settle,
  },
  "90 days": {
    closing: { closedAt: ago(91 * 24) },
    happens: () => transact(em, (tx) => archiveClosedTasks(tx, 1_000)),
  },
  "dismiss, the client paused": {
    ...isPaused,
    act: dismissTask({ ...dismissal, dismissReason: "CLIENT_PAUSED" }),
  },
  "resolve, the client paused": { ...isPaused, act: resolveTask(resolution) },
  "the relationship ends": { happens: (_task, own) => move(own, "END") },
};

const shared = await lastingScope();
const phone = await coachPhone(em, shared);

const noEvent: TableEvent = {};
const states = Object.keys(STATES);

describe("The table in docs/inbox-states.md", () => {
  test("has every state, and every event of this test", () => {
    expect(table.map(({ event }) => event)).toEqual(Object.keys(EVENTS));
    for (const row of table) expect(Object.keys(row)).toEqual(["event", ...states]);
  });

  test.each(table.map((row) => [row["event"] ?? "", row] as const))(
    "has the result of %s",
    async (name, row) => {
      const event = EVENTS[name] ?? noEvent;
      const expected = states.map((state) => `${state}: ${row[state]}`);
      const walked: string[] = [];
      for (const state of states) {
        const came = await walk(state, event, async (task, own) => {
          const act = name === "assign" ? assignTask(own.coachUserId) : event.act;
          return act === undefined
            ? await event.happens?.(task, own)
            : await online(task, own, act);
        });
        walked.push(`${state}: ${came}`);
      }
      expect(walked).toEqual(expected);
    },
  );

  const sent = table.filter(({ event = "" }) => EVENTS[event]?.operation !== undefined);
  test.each(sent.map((row) => [row["event"] ?? "", row] as const))(
    "has the same result from the coach's app: %s",
    async (name, row) => {
      const event = EVENTS[name] ?? noEvent;
      const walked: string[] = [];
      for (const state of states)
        walked.push(
          await walk(state, event, async (task, own) => {
            const { operation } = event;
            if (operation === undefined) throw new Error("Expected an operation");
            return await offline(task, own, operation);
          }),
        );
      expect(walked).toEqual(states.map((state) => row[state]));
    },
  );
});

function closed(coachUserId: string) {
  return {
    statusBeforeClose: "OPEN" as const,
    closedByUserId: coachUserId,
    closedAt: new Date(),
  };
}

function scan(_task: CoachTask, { relationshipId }: BuiltScope) {
  return transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds: [relationshipId],
      kinds: ["MESSAGE"],
      oldestDate: null,
      causes: new Map(),
      requestId: null,
    }),
  );
}

function move(own: BuiltScope, moved: "PAUSE" | "END") {
  const { workspaceId, relationshipId, coachUserId: byUserId } = own;
  const by = { workspaceId, relationshipId, byUserId, reason: null, requestId: null };
  return transact(em, (tx) => moveRelationship(tx, { ...by, act: moved }, hooks.relationships));
}

async function lastingScope(): Promise<BuiltScope> {
  const own = await buildScope(em);
  await em.fork().nativeUpdate(Relationship, own.relationshipId, { startedAt: ago(48) });
  return own;
}

/** The result of the act online. */
async function online(task: CoachTask, own: BuiltScope, act: TaskAct): Promise<string> {
  const { workspaceId, coachUserId: byUserId } = own;
  const acting = { workspaceId, taskId: task.id, byUserId, expectedRevision: null };
  try {
    await transact(em, (tx) => actOnTask(tx, { ...acting, requestId: "table" }, act));
    return "ACCEPTED";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** The result of the same act from the coach's app. */
async function offline(
  task: CoachTask,
  own: BuiltScope,
  [name, fields]: readonly [string, Record<string, unknown>],
): Promise<string> {
  const { results } = await sendAsCoach(deps, own, phone, [queuedAct(name, task.id, fields)]);
  return verdictsOf(results).join("");
}

/** Puts a task in a state, plays an event, and returns the result in the words of the table. */
async function walk(
  state: string,
  event: TableEvent,
  happen: (task: CoachTask, own: BuiltScope) => Promise<unknown>,
): Promise<string> {
  // An event of the relationship gets a relationship of its own.
  const own =
    event.before === isPaused.before || event === EVENTS["the relationship ends"]
      ? await lastingScope()
      : shared;
  const is = STATES[state]?.(own) ?? {};
  const closing = is.closedAt === undefined ? {} : event.closing;
  const task = await putMessageTask(em, own, { ...is, ...event.changes, ...closing });
  await event.before?.(task, own);
  const answer = await happen(task, own);
  const { dedupeKey, id } = task;
  const after = await em.fork().findOneOrFail(CoachTask, id);
  const history = await em.fork().find(CoachTaskEvent, { taskId: id }, { orderBy: { id: "asc" } });
  const newer = await em.fork().find(CoachTask, { dedupeKey, id: { $ne: id } });
  if (typeof answer === "string" && answer !== "ACCEPTED") {
    expect([after.status, history]).toEqual([task.status, []]);
    return answer;
  }
  if (newer.length > 0) {
    expect(newer).toMatchObject([{ status: "OPEN", previousTaskId: id }]);
    return "a new task";
  }
  if (history.length > 0) return [after.status, ...history.map(({ type }) => type)].join(" ");
  expect(after).toMatchObject({ status: task.status, revision: task.revision });
  return "=";
}
