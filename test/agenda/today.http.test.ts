import { describe, expect, test } from "@jest/globals";
import { endAssignment } from "../../activities/plans/assignments/end-assignment.ts";
import { todaySchema } from "../../contract/agenda/today-schema.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { type BuiltAgenda, buildAgenda } from "../factories/plans/plans.ts";
import { type SignedInPair, buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/client/today";
const TIMEZONE = "Asia/Kathmandu";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const database = () => api.deps.database.em;

describe("The agenda of today", () => {
  test("shows the relationship's day: tasks in order, with items, actions and counters", async () => {
    const { pair, agenda } = await buildDay();
    const today = await readToday(pair);
    expect(today).toMatchObject({
      relationshipId: pair.relationshipId,
      localDate: agenda.localDate,
      timezone: TIMEZONE,
      agendaVersion: 5,
      unchanged: false,
      informationalCards: [],
      calendar: { localDate: agenda.localDate, opened: true, nextDayAt: expect.any(String) },
      reorderAt: null,
      focusPin: null,
      staleSourceWarnings: [],
      statusSummary: { taskCount: 5, openCount: 5, pendingCount: 5, completedCount: 0 },
      adherenceSummary: { countedCount: 5, completedCount: 0, adherencePercent: 0 },
    });
    const { habit, supplement, meal, water, steps } = agenda;
    expect(today.tasks?.map(({ taskId }) => taskId)).toEqual(
      [meal, habit, supplement, water, steps].map(({ id }) => id),
    );
    expect(today.tasks?.[0]).toMatchObject({
      taskKind: "MEAL",
      status: "PENDING",
      revision: 1,
      dueAt: new Date(`${agenda.localDate}T12:30:00+05:45`).toISOString(),
      source: { context: "NUTRITION", type: "PLAN_ASSIGNMENT", id: meal.sourceId, revision: 1 },
      snapshot: { title: "Lunch", instructions: "Eat slowly.", metric: null },
      actionSchema: {
        taskId: meal.id,
        taskRevision: 1,
        taskKind: "MEAL",
        destinationRoute: "/today/meal",
        offlineEligible: true,
      },
      completionSummary: { itemCount: 3, completedItemCount: 0 },
      items: [
        { label: "Rice", amount: "150 g", status: "PENDING", revision: 1, bulkEligible: true },
        { label: "Chicken", amount: "200 g" },
        { label: "Salad", amount: null },
      ],
    });
    expect(today.tasks?.[3]?.actionSchema).toMatchObject({
      dailyTarget: 2_500,
      valueMode: "ACCUMULATE",
      actions: [
        {
          kind: "RECORD_VALUE",
          requiredInputs: [{ key: "value", unit: "ml", min: 50, max: 2_000 }],
        },
        { kind: "SKIP", requiredInputs: [] },
        { kind: "UNDO", requiredInputs: [] },
      ],
    });
  });

  test("says how long it may be stored offline", async () => {
    const { pair, agenda } = await buildDay();
    const next = dayAfter(agenda.localDate);
    const { offlineCache } = await readToday(pair);
    expect(offlineCache).toEqual({
      prefetchDates: [agenda.localDate],
      refetchAfter: expect.any(String),
      expiresAt: new Date(`${dayAfter(next)}T00:00:00+05:45`).toISOString(),
    });
    const spreadMs = Date.parse(offlineCache.refetchAfter) - Date.parse(`${next}T00:00:00+05:45`);
    expect(spreadMs).toBeGreaterThanOrEqual(0);
    expect(spreadMs).toBeLessThan(5 * 60_000);
    expect((await readToday(pair)).offlineCache).toEqual(offlineCache);
  });

  test("puts time-critical tasks first from an hour before they are due, and says when", async () => {
    const { pair, agenda } = await buildDay();
    const { relationshipId } = pair;
    const { habit, meal, water } = agenda;
    const dueIn = async (id: string, minutes: number) => {
      const dueAt = new Date(Date.now() + minutes * 60_000);
      await database().fork().nativeUpdate(AgendaTask, { id }, { timeCritical: true, dueAt });
      return dueAt;
    };
    await database()
      .fork()
      .nativeUpdate(AgendaTask, { relationshipId }, { startsAt: new Date(Date.now() - 60_000) });
    await dueIn(habit.id, 30);
    const later = await dueIn(water.id, 120);
    // Until then it comes after all others.
    const startsAt = new Date(Date.now() + 60_000);
    await database().fork().nativeUpdate(AgendaTask, { id: water.id }, { startsAt });
    await database()
      .fork()
      .nativeUpdate(AgendaTask, { id: habit.id }, { dependsOnSourceKey: meal.sourceKey });
    const { tasks = [], reorderAt } = await readToday(pair);
    expect(tasks.slice(0, 2).map(({ taskId }) => taskId)).toEqual([meal.id, habit.id]);
    expect(tasks[1]).toMatchObject({ timeCritical: true, dependsOnSourceKey: meal.sourceKey });
    expect(reorderAt).toBe(new Date(later.getTime() - 3_600_000).toISOString());
  });

  test("omits the tasks while the device's checksum matches, and sends them after a change", async () => {
    const { pair, agenda } = await buildDay();
    const { agendaChecksum } = await readToday(pair);
    const query = `?agendaChecksum=${encodeURIComponent(agendaChecksum)}`;
    const same = await readToday(pair, query);
    expect(same).toMatchObject({
      unchanged: true,
      agendaChecksum,
      statusSummary: { taskCount: 5 },
    });
    expect(same.tasks).toBeUndefined();
    await endHabit(pair, agenda);
    const changed = await readToday(pair, query);
    expect(changed).toMatchObject({ unchanged: false, agendaVersion: 6 });
    expect(changed.tasks).toHaveLength(5);
    expect(changed.tasks?.at(-1)).toMatchObject({ taskId: agenda.habit.id, status: "CANCELED" });
    expect(changed.statusSummary.taskCount).toBe(4);
  });

  test("warns if the source of a started task has ended, and if the device is in another zone", async () => {
    const { pair, agenda } = await buildDay();
    await database()
      .fork()
      .nativeUpdate(AgendaTask, { id: agenda.habit.id }, { status: "IN_PROGRESS" });
    const { relationshipId } = pair;
    const seqOf = async () =>
      (await database().fork().findOneOrFail(RelationshipScope, { relationshipId })).seq;
    const before = await seqOf();
    await endHabit(pair, agenda);
    expect(await seqOf()).toBe(before + 1);
    const today = await readToday(pair, "?timezone=Europe/Berlin");
    expect(today.staleSourceWarnings).toEqual([
      { code: "TIMEZONE_DIFFERS", taskId: null },
      { code: "SOURCE_ENDED", taskId: agenda.habit.id },
    ]);
    expect(today.localDate).toBe(agenda.localDate);
    const same = await readToday(pair, "?timezone=Asia/Katmandu");
    expect(same.staleSourceWarnings).toHaveLength(1);
  });

  test("shows an earlier day as history and a later one as empty, and writes neither", async () => {
    const { pair, agenda } = await buildDay();
    await moveClock(api.database.ownerUrl, 86_400);
    try {
      const next = dayAfter(agenda.localDate);
      // Until the scan has opened it, the previous day continues.
      const late = await readToday(pair);
      expect(late).toMatchObject({ localDate: agenda.localDate, agendaVersion: 5 });
      const waitMs = Date.parse(late.offlineCache.refetchAfter) - (Date.now() + 86_400_000);
      expect(waitMs).toBeLessThanOrEqual(15 * 60_000);
      expect((await readToday(pair, `?date=${next}`)).tasks).toEqual([]);
      await scanAllCalendars(database());
      const opened = await readToday(pair);
      expect(opened).toMatchObject({ localDate: next });
      expect(opened.tasks).toHaveLength(5);
      const earlier = await readToday(pair, `?date=${agenda.localDate}`);
      expect(earlier).toMatchObject({ localDate: agenda.localDate, agendaVersion: 5 });
    } finally {
      await moveClock(api.database.ownerUrl, 0);
    }
  });

  test("is readable while paused, and not found once the relationship has ended", async () => {
    const { pair } = await buildDay();
    await setRelationshipStatus(database(), pair.relationshipId, "PAUSED");
    expect((await readToday(pair)).tasks).toHaveLength(5);
    await setRelationshipStatus(database(), pair.relationshipId, "ENDED");
    const answer = await api.call("GET", PATH, { token: pair.clientToken });
    expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  test("is the client's own: a missing token, a coach and an unknown parameter are refused", async () => {
    const pair = await buildSignedInPair(database(), issuer);
    const outcome = async (query: string, token?: string) => {
      const { status, body } = await api.call("GET", `${PATH}${query}`, {
        ...(token && { token }),
      });
      return `${status} ${String(body["code"])}`;
    };
    expect(await outcome("")).toBe("401 UNAUTHENTICATED");
    expect(await outcome("", pair.coachToken)).toMatch(/^403 /);
    for (const query of ["?date=2026-02-30", "?date=today", "?x=1"]) {
      expect(await outcome(query, pair.clientToken)).toBe("400 VALIDATION_FAILED");
    }
  });
});

async function endHabit(pair: SignedInPair, agenda: BuiltAgenda): Promise<void> {
  await transact(database(), (tx) =>
    endAssignment(tx, {
      workspaceId: pair.workspaceId,
      relationshipId: pair.relationshipId,
      assignmentId: agenda.habit.sourceId,
      byUserId: pair.coach.userId,
      requestId: null,
    }),
  );
}

async function buildDay(): Promise<{ readonly pair: SignedInPair; readonly agenda: BuiltAgenda }> {
  const pair = await buildSignedInPair(database(), issuer, { timezone: TIMEZONE });
  const { workspaceId, relationshipId, coach } = pair;
  const agenda = await buildAgenda(database(), {
    workspaceId,
    relationshipId,
    coachUserId: coach.userId,
    timezone: TIMEZONE,
  });
  return { pair, agenda };
}

async function readToday({ clientToken }: SignedInPair, query = "") {
  const answer = await api.call("GET", `${PATH}${query}`, { token: clientToken });
  return todaySchema.parse(answer.data);
}
