import { expect } from "@jest/globals";
import { actOnTask } from "../../../../activities/inbox/acts/act-on-task.ts";
import { actOnTasks } from "../../../../activities/inbox/acts/act-on-tasks.ts";
import { dismissTask } from "../../../../activities/inbox/acts/dismiss-task.ts";
import { reviewSource } from "../../../../activities/inbox/acts/review-source.ts";
import { resolveTask } from "../../../../activities/inbox/acts/resolve-task.ts";
import { snoozeTask } from "../../../../activities/inbox/acts/snooze-task.ts";
import { START_TASK } from "../../../../activities/inbox/acts/start-task.ts";
import type { TaskAct } from "../../../../activities/inbox/acts/task-act.ts";
import { UNDO_CLOSE } from "../../../../activities/inbox/acts/undo-close.ts";
import { SOURCE_KINDS, SOURCES } from "../../../../contract/inbox/source-vocabulary.ts";
import { PATIENT_SEVERITIES } from "../../../../contract/inbox/vocabulary.ts";
import { CoachTask } from "../../../../db/inbox/coach-task.ts";
import { clockNow, transact } from "../../../../db/platform/transactions/transact.ts";
import { statusAt } from "../../../../rules/inbox/judge-act.ts";
import { reviewAsSeen } from "../../agenda/review-as-seen.ts";
import { dateOf, hear, note, type Season, type SeasonClient, unresolvedOf } from "./season.ts";
import { drawOf } from "./behaviours.ts";
import { reportMessage } from "./clients.ts";

/** Tasks that a coach handles in one evening: the first page. */
const PAGE = 50;
/** On Tuesdays and Fridays the remaining mild tasks are dismissed. */
const SWEPT_ON = [1, 4];
const none = { note: null, duplicateOf: null, untilOccurrences: null } as const;
const ANSWERED = resolveTask({
  resolutionType: "HANDLED_OUTSIDE_APP",
  note: "Said so",
  linkedActionId: null,
});
const IRRELEVANT = resolveTask({
  resolutionType: "NOT_RELEVANT",
  note: null,
  linkedActionId: null,
});

/**
 * The evening of a coach: the first page, from the top; twice a week the remaining mild tasks are dismissed in bulk.
 */
export async function clear(season: Season, day: number): Promise<void> {
  const now = await clockNow(season.em.fork());
  const awake = (await unresolvedOf(season)).filter((task) => statusAt(task, now) !== "SNOOZED");
  for (const { id } of awake.slice(0, PAGE)) {
    // An act for the same client a moment ago may have closed this task.
    const task = await season.em.fork().findOneOrFail(CoachTask, id);
    if (task.closedAt === null) await tend(season, task, { day, now });
  }
  if (SWEPT_ON.includes(day % 7)) await sweepAway(season, now);
}

const isPatient = ({ severity }: CoachTask) =>
  PATIENT_SEVERITIES.some((patient) => patient === severity);

interface Evening {
  readonly day: number;
  readonly now: Date;
}

/** Two of ten mild tasks are snoozed and three left; everything else is handled. */
async function tend(season: Season, task: CoachTask, evening: Evening): Promise<void> {
  const { clients, seed } = season;
  const client = clients.find(({ relationshipId }) => relationshipId === task.relationshipId);
  if (client === undefined) throw new Error("The task has no client");
  const kind = SOURCE_KINDS.indexOf(task.sourceKind);
  const draw = drawOf(seed, client.place, evening.day, 3, kind, task.basePart);
  const lot = draw.below(10);
  if (client.status === "PAUSED") return await leaveAlone(season, task, lot);
  if (isPatient(task) && lot === 0) return await putOff(season, task, "TOMORROW_MORNING");
  if (isPatient(task) && lot === 1) return await putOff(season, task, "NEXT_CHECK_IN");
  if (isPatient(task) && lot < 5) return note(season, "left for later");
  if (task.dueAt !== null && task.dueAt < evening.now) note(season, "resolved late");
  if (task.sourceKind === "MESSAGE" && lot < 8) return await reply(season, client, task);
  if ((await does(season, task, START_TASK)).closedAt !== null) return;
  if (task.sourceKind === "SKIP" && lot < 7) return await reviewDay(season, client, evening);
  if (SOURCES[task.sourceKind].reviewedAs !== null) {
    await does(season, task, reviewSource({ note: null }));
    return;
  }
  const isAnswer = task.sourceKind === "CHECK_IN" || task.sourceKind === "MESSAGE";
  await does(season, task, isAnswer ? ANSWERED : IRRELEVANT);
  if (lot === 9) await takeBack(season, task);
}

async function does(season: Season, { id: taskId }: CoachTask, act: TaskAct): Promise<CoachTask> {
  const { workspaceId, userId: byUserId } = season.coach;
  const acting = { workspaceId, taskId, byUserId, expectedRevision: null, requestId: "season" };
  return (await transact(season.em, (tx) => actOnTask(tx, acting, act))).task;
}

/** Dismisses half of the tasks of a client who is away; the rest stay untouched. */
async function leaveAlone(season: Season, task: CoachTask, lot: number): Promise<void> {
  if (lot < 5) await does(season, task, dismissTask({ ...none, dismissReason: "CLIENT_PAUSED" }));
}

async function putOff(
  season: Season,
  task: CoachTask,
  preset: "TOMORROW_MORNING" | "NEXT_CHECK_IN",
): Promise<void> {
  const { status } = await does(season, task, snoozeTask({ until: { preset }, reason: null }));
  expect(status).toBe("SNOOZED");
  note(season, "snoozed");
}

/** The source is completed, and so is the task. */
async function reply(season: Season, client: SeasonClient, task: CoachTask): Promise<void> {
  client.waits = false;
  await reportMessage(season, client, "ClientMessageReplied");
  const unresolved = await unresolvedOf(season);
  expect(unresolved.map(({ id }) => id)).not.toContain(task.id);
}

/** Reviews every skip up to today, and whatever else the day closes. */
async function reviewDay(season: Season, client: SeasonClient, { day }: Evening): Promise<void> {
  const { workspaceId, relationshipId, coachUserId: byUserId } = client;
  const localDate = dateOf(day);
  const review = { workspaceId, relationshipId, localDate, byUserId, requestId: "season" };
  await transact(season.em, (tx) => reviewAsSeen(tx, review));
  client.reviewed = { localDate, at: await clockNow(season.em.fork()) };
  await hear(season, [client], ["SKIP", "TREND"]);
  note(season, "reviewed day");
}

/** Within ten minutes the task is open again, and is handled another day. */
async function takeBack(season: Season, task: CoachTask): Promise<void> {
  const { status, reopenReason } = await does(season, task, UNDO_CLOSE);
  expect({ status, reopenReason }).toEqual({ status: "IN_PROGRESS", reopenReason: "UNDONE" });
  note(season, "undone");
}

/** The remaining mild tasks are dismissed, a hundred at once; those of a paused client are refused. */
async function sweepAway(season: Season, now: Date): Promise<void> {
  const { workspaceId, userId: byUserId } = season.coach;
  const left = (await unresolvedOf(season)).filter(
    (task) => isPatient(task) && statusAt(task, now) !== "SNOOZED" && task.sourceKind !== "MESSAGE",
  );
  const taskIds = left.slice(0, 100).map(({ id }) => id);
  if (taskIds.length === 0) return;
  const actor = { workspaceId, byUserId, requestId: "season" };
  const act = dismissTask({ ...none, dismissReason: "NOT_RELEVANT" });
  const outcomes = await transact(season.em, (tx) => actOnTasks(tx, actor, taskIds, act));
  const refused = outcomes.flatMap(({ code }) => (code === null ? [] : [code]));
  expect(refused.filter((code) => code !== "RELATIONSHIP_INACTIVE")).toEqual([]);
  note(season, "dismissed in bulk", outcomes.length - refused.length);
}
