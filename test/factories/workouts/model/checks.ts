import { expect } from "@jest/globals";
import { AgendaDay } from "../../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../../db/agenda/agenda-task.ts";
import { RelationshipCalendar } from "../../../../db/agenda/calendar/relationship-calendar.ts";
import { OutboxRow } from "../../../../db/outbox/outbox-row.ts";
import { WorkoutConflict } from "../../../../db/workouts/workout-conflict.ts";
import { WorkoutPackage } from "../../../../db/workouts/workout-package.ts";
import { WorkoutResult } from "../../../../db/workouts/workout-result.ts";
import { WorkoutSession } from "../../../../db/workouts/workout-session.ts";
import { clockNow } from "../../../../db/platform/transactions/transact.ts";
import { complaintsOf } from "../../agenda/days-model.ts";
import { settleOf } from "../../sync/settlement.ts";
import type { Play } from "./play.ts";
import type { Given, ModelSession } from "./reference.ts";

const ofScope = ({ pair: { relationshipId } }: Play) => ({ relationshipId });

/** The state before a batch. Coaches, time and closes made it, and the reference takes it as given. */
export async function readGiven(play: Play): Promise<Given> {
  const em = play.stage.em.fork();
  const scope = ofScope(play);
  const days = await em.find(AgendaDay, scope);
  const closedAt = new Map(days.map((day) => [day.localDate, day.closedAt?.getTime() ?? null]));
  const tasks = await em.find(AgendaTask, { ...scope, taskKind: "WORKOUT" });
  const packages = await em.find(WorkoutPackage, scope);
  const sessions = await em.find(WorkoutSession, scope);
  const { localDate: newestDate } = await em.findOneOrFail(RelationshipCalendar, scope);
  return {
    now: (await clockNow(em)).getTime(),
    newestDate,
    tasks: new Map(
      tasks.map(({ id, localDate, status, lateEvidence: isLate }) => [
        id,
        { id, localDate, status, isLate, closedAt: closedAt.get(localDate) ?? null },
      ]),
    ),
    packages: new Map(
      packages.map(({ id, taskId, localDate, stopUse, expiresAt }) => [
        id,
        { id, taskId, localDate, stopUse, expiresAt: expiresAt.getTime() },
      ]),
    ),
    correctableUntil: new Map(
      sessions.flatMap(({ clientSessionId, correctableUntil }) =>
        correctableUntil === null ? [] : [[clientSessionId, correctableUntil.getTime()]],
      ),
    ),
  };
}

/** Checks that after a batch tasks, sessions and open conflicts match the reference. */
export async function agreeOnBatch(play: Play, given: Given): Promise<void> {
  const em = play.stage.em.fork();
  const scope = ofScope(play);
  const sessions = await em.find(WorkoutSession, scope);
  for (const { clientSessionId, creditedTaskId } of sessions) {
    const wanted = play.reference.sessions.get(clientSessionId);
    if (wanted?.status !== "SUBMITTED") continue;
    // If there are several on a day, the first one in the agenda's order is completed; the reference does not know that
    // order.
    expect(wanted.credits).toContain(creditedTaskId);
    const credited = given.tasks.get(creditedTaskId ?? "");
    wanted.credits = [creditedTaskId];
    if (credited === undefined || credited.status === "COMPLETED") continue;
    credited.status = "COMPLETED";
    credited.isLate = credited.closedAt !== null;
  }
  expect(sessions.map(shownOf).toSorted(byDraft)).toEqual(wantedSessions(play));
  const tasks = await em.find(AgendaTask, { ...scope, taskKind: "WORKOUT" });
  const shown = tasks.map(({ id, status, lateEvidence: isLate }) => ({ id, status, isLate }));
  const wanted = tasks.map(({ id }) => {
    const task = given.tasks.get(id);
    return { id, status: task?.status, isLate: task?.isLate };
  });
  expect(shown).toEqual(wanted);
  const open = await em.find(WorkoutConflict, { ...scope, resolvedAt: null });
  expect(new Map(open.map(({ clientSessionId, kind }) => [clientSessionId, kind]))).toEqual(
    new Map(play.reference.conflicts),
  );
}

interface ShownSession {
  readonly draft: string;
  readonly status: string;
  readonly taskId: string;
  readonly sets: readonly (readonly [string, number | undefined])[];
  readonly isExpired: boolean;
}

const byDraft = (one: ShownSession, other: ShownSession) => (one.draft < other.draft ? -1 : 1);

function shownOf(session: WorkoutSession): ShownSession {
  const { clientSessionId: draft, status, taskId, content, performedFrom } = session;
  const sets = content.sets.map(({ setKey, values }) => [setKey, values.weight?.value] as const);
  return { draft, status, taskId, sets, isExpired: performedFrom === "EXPIRED_SNAPSHOT" };
}

function wantedSessions({ reference }: Play): readonly ShownSession[] {
  const all = [...reference.sessions].map(([draft, { status, taskId, sets, isExpired }]) => ({
    draft,
    status,
    taskId,
    sets: [...sets].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    isExpired,
  }));
  return all.toSorted(byDraft);
}

/**
 * In the end one session of a task counts and was reported once. Every logged set is in a counted session or in a
 * state that has a name, and days and results match a plain recount.
 */
export async function expectAllAccountedFor(play: Play): Promise<void> {
  const { stage } = play;
  for (const deviceId of play.deviceIds) await settleOf(stage.settlement, deviceId);
  const em = stage.em.fork();
  const scope = ofScope(play);
  const sessions = await em.find(WorkoutSession, { ...scope, status: "SUBMITTED" });
  expect(new Set(sessions.map(({ taskId }) => taskId)).size).toBe(sessions.length);
  const credited = sessions.flatMap(({ creditedTaskId }) => creditedTaskId ?? []);
  const done = await em.find(AgendaTask, { ...scope, taskKind: "WORKOUT", status: "COMPLETED" });
  expect(done.map(({ id }) => id).toSorted()).toEqual(credited.toSorted());
  const events = await em.find(OutboxRow, { type: "WorkoutSessionSubmitted", refs: scope });
  const subjects = new Set(events.map(({ subjectId }) => subjectId));
  expect([...subjects].toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(sessions.length);
  await expectRecounted(play, sessions);
  // An end closes days early.
  if (!play.isOver) expect(await complaintsOf(stage.em, play.pair.relationshipId)).toEqual([]);
  await expectNoSetLost(play);
}

/** Heaviest set and estimated one-repetition maximum, from five repetitions each. */
async function expectRecounted(play: Play, sessions: readonly WorkoutSession[]): Promise<void> {
  const em = play.stage.em.fork();
  const results = await em.find(WorkoutResult, ofScope(play));
  const wanted = sessions.map(({ id, clientSessionId }) => {
    const heaviest = Math.max(...(setsOf(play, clientSessionId)?.sets.values() ?? [])) * 1_000;
    return { id, heaviest, most: 5, estimated: Math.round(heaviest * (1 + 5 / 30)) };
  });
  const found = results.map((row) => ({
    id: row.sessionId,
    heaviest: row.heaviestGrams,
    most: row.mostRepetitions,
    estimated: row.estimatedGrams,
  }));
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect(found.toSorted(byId)).toEqual(wanted.toSorted(byId));
}

function setsOf({ reference }: Play, draft: string): ModelSession | undefined {
  return reference.sessions.get(draft);
}

/** Every set is counted, in an open or conflicting draft, or still on its phone. */
async function expectNoSetLost(play: Play): Promise<void> {
  const em = play.stage.em.fork();
  const conflicts = await em.find(WorkoutConflict, { ...ofScope(play), resolvedAt: null });
  const refused = new Map(
    conflicts.map((one) => [one.clientSessionId, JSON.stringify(one.content)]),
  );
  for (const phone of play.phones)
    for (const draft of phone.drafts) {
      const isWaiting = phone.queue.some(({ operation }) => operation.draft === draft.id);
      const session = setsOf(play, draft.id);
      for (const key of draft.sets.keys()) {
        const isKept =
          isWaiting ||
          session?.sets.has(key) === true ||
          refused.get(draft.id)?.includes(`"${key}"`) === true;
        expect({ draft: draft.id, key, isKept }).toMatchObject({ isKept: true });
      }
    }
}
