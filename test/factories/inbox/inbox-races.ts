import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { actOnTask } from "../../../activities/inbox/acts/act-on-task.ts";
import { actOnTasks } from "../../../activities/inbox/acts/act-on-tasks.ts";
import { dismissTask } from "../../../activities/inbox/acts/dismiss-task.ts";
import { resolveTask } from "../../../activities/inbox/acts/resolve-task.ts";
import { pinTask } from "../../../activities/inbox/acts/pin-task.ts";
import { assignTask } from "../../../activities/inbox/acts/assign-task.ts";
import { snoozeTask } from "../../../activities/inbox/acts/snooze-task.ts";
import type { TaskAct } from "../../../activities/inbox/acts/task-act.ts";
import { UNDO_CLOSE } from "../../../activities/inbox/acts/undo-close.ts";
import { settleInboxTask } from "../../../activities/inbox/actor/settle-inbox-task.ts";
import { settleSources } from "../../../activities/inbox/settle-sources.ts";
import { rescoreTasks } from "../../../activities/inbox/upkeep/rescore-tasks.ts";
import { moveRelationship } from "../../../activities/relationships/move-relationship.ts";
import { removeMember } from "../../../activities/workspaces/remove-member.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { CoachTask } from "../../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../../db/inbox/coach-task-event.ts";
import { CoachTaskOccurrence } from "../../../db/inbox/coach-task-occurrence.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { WorkspaceMembership } from "../../../db/workspaces/workspace-membership.ts";
import { isUnresolved } from "../../../rules/inbox/settle-case.ts";
import { hooks } from "../../../workers/hooks.ts";
import {
  anotherMessage,
  coachPhone,
  putMessageTask,
  queuedAct,
  sendAsCoach,
  reportMessage,
} from "./coach-phone.ts";
import type { DayGround } from "../agenda/day-races.ts";
import { buildCoach, buildIdentity } from "../accounts/identity.ts";
import { admissionDeps, buildScope, type BuiltScope } from "../sync/sync.ts";
import { verdictsOf } from "../sync/verdicts.ts";

/** One round of a race; it fails if an invariant of every order is broken. */
type InboxRace = (ground: DayGround, round: number) => Promise<void>;

/** Races for the tasks of a client, by the two opponents. */
export const inboxRaces: Readonly<Record<string, InboxRace>> = {
  "a snooze and a resolve": snoozeAndDismiss,
  "a wake and a resolve": wakeAndResolve,
  "a refresh and a resolve": refreshAndResolve,
  "two coaches": twoCoaches,
  "a coach online and the other's app": bothDoors,
  "eight equal events": eightEvents,
  "an end and an upsert": endAndUpsert,
  "an assignment and a removal": assignAndRemove,
  "a sweep and a pin": sweepAndPin,
  "an undo and an upsert": undoAndUpsert,
  "undos in bulk": undosInBulk,
};

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const resolution = { resolutionType: "NOT_RELEVANT", note: null, linkedActionId: null } as const;
const RESOLVING = resolveTask(resolution);
const DISMISSING = dismissTask({
  dismissReason: "NOT_RELEVANT",
  note: null,
  duplicateOf: null,
  untilOccurrences: null,
});
const SNOOZING = snoozeTask({ until: { preset: "ONE_HOUR" }, reason: null });

/** Runs both at once; the round decides which starts first. */
async function atOnce<T>(round: number, one: () => Promise<T>, other: () => Promise<T>) {
  const acts = round % 2 === 0 ? [one, other] : [other, one];
  const came = await Promise.all(acts.map((begun) => begun()));
  return round % 2 === 0 ? came : came.toReversed();
}

/** The outcome of an act: ACCEPTED, or the code of the refusal. */
async function act(
  em: SqlEntityManager,
  { workspaceId, coachUserId }: BuiltScope,
  { id: taskId }: CoachTask,
  taskAct: TaskAct,
  byUserId = coachUserId,
): Promise<string> {
  const acting = { workspaceId, taskId, byUserId, expectedRevision: null, requestId: "race" };
  try {
    await transact(em, (tx) => actOnTask(tx, acting, taskAct));
    return "ACCEPTED";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const scan = async (em: SqlEntityManager, { relationshipId }: BuiltScope): Promise<string> => {
  await transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds: [relationshipId],
      kinds: ["MESSAGE"],
      oldestDate: null,
      causes: new Map(),
      requestId: null,
    }),
  );
  return "LOOKED";
};

async function after(quiet: SqlEntityManager, { id: taskId }: CoachTask) {
  const reading = quiet.fork();
  const task = await reading.findOneOrFail(CoachTask, taskId);
  const history = await reading.find(CoachTaskEvent, { taskId }, { orderBy: { id: "asc" } });
  const { dedupeKey } = task;
  const ofCase = await reading.find(CoachTask, { dedupeKey });
  const had = await reading.find(CoachTaskOccurrence, { dedupeKey });
  return { task, history: history.map(({ type }) => type), ofCase, had };
}

async function begin({ quiet }: DayGround, changes: Partial<CoachTask> = {}) {
  const scope = await buildScope(quiet);
  return { scope, task: await putMessageTask(quiet, scope, changes) };
}

/** A dismissal may come before or after a snooze. Both are recorded in that order, or the snooze was refused. */
async function snoozeAndDismiss(ground: DayGround, round: number): Promise<void> {
  const { scope, task } = await begin(ground);
  const [snoozed, resolved] = await atOnce(
    round,
    () => act(ground.em, scope, task, SNOOZING),
    () => act(ground.em, scope, task, RESOLVING),
  );
  expect(resolved).toBe("ACCEPTED");
  const { task: is, history } = await after(ground.quiet, task);
  const both = snoozed === "ACCEPTED";
  expect([snoozed, is.status, is.revision, history]).toEqual(
    both
      ? ["ACCEPTED", "RESOLVED", 3, ["snoozed", "resolved"]]
      : ["STATE_CONFLICT", "RESOLVED", 2, ["resolved"]],
  );
}

/** In either order a resolved task stays resolved. */
async function wakeAndResolve(ground: DayGround, round: number): Promise<void> {
  const { scope, task } = await begin(ground, { status: "SNOOZED", snoozedUntil: ago(0.1) });
  await atOnce(
    round,
    async () => JSON.stringify(await settleInboxTask(ground.em, { taskId: task.id })),
    () => act(ground.em, scope, task, RESOLVING),
  );
  const { task: is, history } = await after(ground.quiet, task);
  expect([is.status, is.revision, history.at(-1)]).toEqual(["RESOLVED", 2, "resolved"]);
}

/** A close covers the sources that the task had; later ones belong to the same task or to a new one. */
async function refreshAndResolve(ground: DayGround, round: number): Promise<void> {
  const { scope, task } = await begin(ground);
  await anotherMessage(ground.quiet, task);
  await atOnce(
    round,
    () => scan(ground.em, scope),
    () => act(ground.em, scope, task, RESOLVING),
  );
  const { task: is, history, ofCase, had } = await after(ground.quiet, task);
  const own = had.filter(({ taskId }) => taskId === task.id).length;
  expect(is.status).toBe("RESOLVED");
  expect([own, history, ofCase.length]).toEqual(
    own === 2 ? [2, ["refreshed", "resolved"], 1] : [1, ["resolved"], 2],
  );
}

/** One coach decides, the other is refused. */
async function twoCoaches(ground: DayGround, round: number): Promise<void> {
  const { scope, task } = await begin(ground);
  const answers = await atOnce(
    round,
    () => act(ground.em, scope, task, RESOLVING),
    () => act(ground.em, scope, task, DISMISSING, randomUUID()),
  );
  expect(answers.toSorted()).toEqual(["ACCEPTED", "STATE_CONFLICT"]);
  expect((await after(ground.quiet, task)).history).toHaveLength(1);
}

/** The same, where one coach was offline. */
async function bothDoors(ground: DayGround, round: number): Promise<void> {
  const { scope, task } = await begin(ground);
  const phone = await coachPhone(ground.quiet, scope);
  const operation = queuedAct("resolve", task.id, { resolutionType: "NOT_RELEVANT" });
  const answers = await atOnce(
    round,
    () => act(ground.em, scope, task, DISMISSING, randomUUID()),
    async () => {
      const deps = admissionDeps(ground.em);
      const { results } = await sendAsCoach(deps, scope, phone, [operation]);
      return verdictsOf(results).join("");
    },
  );
  expect(answers.toSorted()).toEqual(["ACCEPTED", "STATE_CONFLICT"]);
  expect((await after(ground.quiet, task)).history).toHaveLength(1);
}

/** One case has one task and one event. */
async function eightEvents(ground: DayGround): Promise<void> {
  const scope = await buildScope(ground.quiet);
  const { relationshipId } = scope;
  await reportMessage(ground.quiet, { relationshipId, subjectId: randomUUID() });
  await Promise.all(Array.from({ length: 8 }, () => scan(ground.em, scope)));
  const tasks = await ground.quiet.fork().find(CoachTask, { relationshipId });
  expect(tasks).toHaveLength(1);
  const created = await ground.quiet.fork().count(CoachTaskEvent, { taskId: tasks[0]?.id ?? "" });
  expect(created).toBe(1);
}

/** Nothing is left in the inbox of a client who has gone, whatever events arrive later. */
async function endAndUpsert({ em, quiet }: DayGround): Promise<void> {
  const scope = await buildScope(quiet);
  const { workspaceId, relationshipId, coachUserId: byUserId } = scope;
  const end = { workspaceId, relationshipId, byUserId, reason: null, requestId: null } as const;
  const ended = new AbortController();
  const report = async () => {
    while (!ended.signal.aborted) {
      await reportMessage(quiet, { relationshipId, subjectId: randomUUID() });
      await scan(em, scope);
    }
  };
  const move = transact(em, (tx) =>
    moveRelationship(tx, { ...end, act: "END" }, hooks.relationships),
  ).finally(() => ended.abort());
  await Promise.all([report(), move]);
  const tasks = await quiet.fork().find(CoachTask, { relationshipId });
  expect(tasks.filter(({ status }) => isUnresolved(status))).toEqual([]);
}

/** No task is assigned to a former member. */
async function assignAndRemove(ground: DayGround, round: number): Promise<void> {
  const { scope, task } = await begin(ground);
  const { workspaceId, coachUserId } = scope;
  const { userId } = await buildCoach(ground.quiet, buildIdentity());
  await ground.quiet.fork().insert(WorkspaceMembership, {
    id: randomUUID(),
    workspaceId,
    userId,
    role: "COACH",
    status: "ACTIVE",
    joinedAt: new Date(),
    endedAt: null,
  });
  await atOnce(
    round,
    () => act(ground.em, scope, task, assignTask(userId)),
    async () => {
      const removal = { workspaceId, userId, removedByUserId: coachUserId, requestId: "race" };
      const gone = { ...removal, successorUserId: null };
      await transact(ground.em, (tx) => removeMember(tx, gone, hooks.workspaces));
      return "REMOVED";
    },
  );
  expect((await after(ground.quiet, task)).task.assignedCoachUserId).toBeNull();
}

/** In any order the score is the sum of its parts: pinned, and due. */
async function sweepAndPin(ground: DayGround, round: number): Promise<void> {
  const scope = await buildScope(ground.quiet);
  const dueAt = new Date(Date.now() + 25 + (round % 15));
  const due = { dueAt, dueDayStartsAt: ago(12), dueOrder: dueAt, scoreChangesAt: dueAt };
  const task = await putMessageTask(ground.quiet, scope, due);
  const untilMs = dueAt.getTime() + 20;
  await Promise.all([
    repeat(untilMs, (time) => act(ground.em, scope, task, pinTask(time % 2 === 0))),
    repeat(untilMs, () => rescoreTasks(ground.em, { except: [] })),
  ]);
  await act(ground.em, scope, task, pinTask(true));
  await rescoreTasks(ground.em, { except: [] });
  const { task: is } = await after(ground.quiet, task);
  expect([is.duePart, is.pinPart, is.priorityScore]).toEqual([20, 25, 120]);
}

/** Repeats work until an instant. */
async function repeat(untilMs: number, work: (time: number) => Promise<unknown>): Promise<void> {
  for (let time = 0; Date.now() < untilMs; time += 1) await work(time);
}

/** Several requests undo the same two decisions of a case: one task is reopened, once. */
async function undosInBulk({ em, quiet }: DayGround): Promise<void> {
  const scope = await buildScope(quiet);
  const { workspaceId, coachUserId: byUserId } = scope;
  const closing = { status: "RESOLVED", resolutionType: "NOT_RELEVANT" } as const;
  const closed = { ...closing, statusBeforeClose: "OPEN", closedByUserId: byUserId } as const;
  const task = await putMessageTask(quiet, scope, { ...closed, closedAt: new Date() });
  const { dedupeKey, relationshipId, sourceKind } = task;
  const twin = await putMessageTask(quiet, scope, { ...closed, closedAt: new Date(), dedupeKey });
  const { eventId, acceptedAt } = await anotherMessage(quiet, task);
  const covered = { relationshipId, dedupeKey, taskId: twin.id, sourceKind, acceptedAt } as const;
  const occurrenceKey = `chat:${eventId}`;
  await quiet
    .fork()
    .insert(CoachTaskOccurrence, { ...covered, occurrenceKey, localDate: null, reviewedAt: null });
  const actor = { workspaceId, byUserId, requestId: "race" };
  const undo = (taskIds: readonly string[]) =>
    transact(em, (tx) => actOnTasks(tx, actor, taskIds, UNDO_CLOSE));
  const ids = [task.id, twin.id];
  const came = await Promise.all([undo(ids), undo(ids.toReversed()), undo([twin.id])]);
  const applied = came.flat().filter(({ outcome }) => outcome === "APPLIED");
  const { ofCase } = await after(quiet, task);
  const open = ofCase.filter(({ status }) => isUnresolved(status));
  expect(open.map(({ id }) => id)).toEqual(applied.map(({ taskId }) => taskId));
  expect(applied).toHaveLength(1);
  const reopened = await quiet
    .fork()
    .count(CoachTaskEvent, { taskId: { $in: ids }, type: "reopened" });
  expect(reopened).toBe(1);
}

/** A case never has two tasks: an undone one takes the new sources, or stays closed. */
async function undoAndUpsert(ground: DayGround, round: number): Promise<void> {
  const scope = await buildScope(ground.quiet);
  const task = await putMessageTask(ground.quiet, scope, {
    status: "RESOLVED",
    resolutionType: "NOT_RELEVANT",
    statusBeforeClose: "OPEN",
    closedByUserId: scope.coachUserId,
    closedAt: new Date(),
  });
  await anotherMessage(ground.quiet, task);
  const [undone] = await atOnce(
    round,
    () => act(ground.em, scope, task, UNDO_CLOSE),
    () => scan(ground.em, scope),
  );
  const { ofCase } = await after(ground.quiet, task);
  const unresolved = ofCase.filter(({ status }) => isUnresolved(status));
  expect(unresolved).toHaveLength(1);
  expect(unresolved[0]?.id === task.id).toBe(undone === "ACCEPTED");
}
