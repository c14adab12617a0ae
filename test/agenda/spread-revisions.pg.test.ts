import { describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { followAssignment } from "../../activities/agenda/calendar/follow-assignment.ts";
import { spreadRevisions } from "../../activities/agenda/calendar/spread-revisions.ts";
import { assignPlan } from "../../activities/plans/assignments/assign-plan.ts";
import { createPlan } from "../../activities/plans/create-plan.ts";
import { endAssignment } from "../../activities/plans/assignments/end-assignment.ts";
import { publishPlan } from "../../activities/plans/publish-plan.ts";
import { savePlanDraft } from "../../activities/plans/save-plan-draft.ts";
import { type PlanContent, planContentSchema } from "../../contract/plans/content-schema.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { getPresentDate } from "../../db/agenda/queries.ts";
import { readNotices } from "../factories/agenda/read-notices.ts";
import { suspendCalendars } from "../../db/agenda/calendar/suspend-calendars.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { Plan } from "../../db/plans/plan.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { shownTask } from "../factories/agenda/agenda-rows.ts";
import { buildCoach, setRelationshipStatus } from "../factories/accounts/identity.ts";
import { type AgendaOwner, planBodies } from "../factories/plans/plans.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const log = pino({ level: "silent" });

const taskOf = async (sourceId: string) =>
  await shownTask(em, (await em.fork().findOneOrFail(AgendaTask, { sourceId })).id);
const planOf = (id: string) => em.fork().findOneOrFail(Plan, { id });
const renamed: PlanContent = { ...planBodies.habit, title: "Twenty minutes" };

describe("A published revision", () => {
  test("changes nobody at once, and reaches the plan's followers with the next scan", async () => {
    const { one, planId } = await buildFollowers(1);
    await publish(one, planId, renamed);
    expect(await taskOf(one.assignmentId)).toMatchObject({ revision: 1, sourceRevision: 1 });
    expect(await spread()).toEqual({ takenCount: 1, failedCount: 0 });
    expect(await taskOf(one.assignmentId)).toMatchObject({
      status: "PENDING",
      revision: 2,
      sourceRevision: 2,
      snapshot: { title: "Twenty minutes" },
    });
    const adopted = await em.fork().findOneOrFail(PlanAssignment, { id: one.assignmentId });
    expect(adopted.appliedRevision).toBe(2);
    expect(adopted.spans).toMatchObject([{ until: null, revision: 2 }]);
    expect(await planOf(planId)).toMatchObject({ publishedRevision: 2, spreadRevision: 2 });
    expect(await spread()).toEqual({ takenCount: 0, failedCount: 0 });
  });

  test("of food emits NutritionScheduleChanged once for each follower", async () => {
    const { one, others, planId } = await buildFollowers(2, planBodies.meal);
    await publish(one, planId, { ...planBodies.meal, dueTime: "13:00" });
    await spread();
    await spread();
    const rows = await em.fork().find(OutboxRow, { type: "NutritionScheduleChanged" });
    const events = rows.map(({ subjectId, refs }) => ({ subjectId, refs }));
    const wanted = [one, ...others].map(({ assignmentId, relationshipId }) => ({
      subjectId: assignmentId,
      refs: { assignmentId, relationshipId },
    }));
    expect(events).toHaveLength(wanted.length);
    expect(events).toEqual(expect.arrayContaining(wanted));
  });

  test("does not reach assignments that follow no newer revisions", async () => {
    const owner = await buildAgendaOwner(em);
    const { plan } = await make(owner, planBodies.habit);
    const { id } = await give(owner, plan.id, false);
    await publish(owner, plan.id, renamed);
    expect(await spread()).toEqual({ takenCount: 0, failedCount: 0 });
    const kept = await em.fork().findOneOrFail(PlanAssignment, { id });
    expect(kept.appliedRevision).toBe(1);
    expect(await planOf(plan.id)).toMatchObject({ spreadRevision: 2 });
  });

  test("reaches sixty followers except a locked and a failing one, which later scans reach", async () => {
    const { one, others, planId } = await buildFollowers(60);
    const [poisoned, ...sound] = others;
    if (poisoned === undefined) throw new Error("Expected more followers");
    await publish(one, planId, renamed);
    const { spans } = await em.fork().findOneOrFail(PlanAssignment, { id: poisoned.assignmentId });
    const setSpans = (text: string) =>
      em
        .fork()
        .execute("update plan_assignment set spans = ?::jsonb where id = ?", [
          text,
          poisoned.assignmentId,
        ]);
    await setSpans("{}");
    await transact(em, async (tx) => {
      await lockScope(tx, one.relationshipId);
      expect(await spread()).toEqual({ takenCount: 58, failedCount: 1 });
    });
    expect(new Set(await titlesOf(sound))).toEqual(new Set(["Twenty minutes"]));
    expect(await planOf(planId)).toMatchObject({ spreadRevision: 1 });
    await setSpans(JSON.stringify(spans));
    // The one that failed waits a minute; the locked one does not.
    expect(await spread()).toEqual({ takenCount: 1, failedCount: 0 });
    const failed = { id: poisoned.assignmentId };
    const waiting = await em.fork().findOneOrFail(PlanAssignment, failed);
    expect(waiting.spreadFailures).toBe(1);
    expect((waiting.spreadAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(30_000);
    await em.fork().nativeUpdate(PlanAssignment, failed, { spreadAt: new Date() });
    expect(await spread()).toEqual({ takenCount: 1, failedCount: 0 });
    expect(await em.fork().findOneOrFail(PlanAssignment, failed)).toMatchObject({
      spreadFailures: 0,
      spreadAt: null,
    });
    expect(await planOf(planId)).toMatchObject({ spreadRevision: 2 });
  });

  test("is not missed by a client who is assigned the plan during publication", async () => {
    const { coach, one, planId } = await buildFollowers(1);
    const other = await buildAgendaOwner(em, { coach });
    const [assignment] = await Promise.all([give(other, planId), publish(one, planId, renamed)]);
    await spread();
    const adopted = await em.fork().findOneOrFail(PlanAssignment, { id: assignment.id });
    expect(adopted.appliedRevision).toBe(2);
  });
});

describe("A coach's own reminder", () => {
  const reminder = (exdates: readonly string[] = []) =>
    planContentSchema.parse({
      kind: "CUSTOM_REMINDER",
      title: "Bring your shoes",
      recurrence: { rrule: "FREQ=DAILY", exdates },
      startTime: "07:00",
    });
  const content = reminder();
  const presentDate = async ({ relationshipId }: AgendaOwner) =>
    await getPresentDate(em.fork(), relationshipId);
  const checksumOf = async (owner: AgendaOwner) => {
    const day = { relationshipId: owner.relationshipId, localDate: await presentDate(owner) };
    return (await em.fork().findOneOrFail(AgendaDay, day)).agendaChecksum;
  };
  const refreshedCount = async ({ relationshipId }: AgendaOwner) => {
    const refs = { relationshipId, localDate: await getPresentDate(em.fork(), relationshipId) };
    const where = { consumer: "event-feed", type: "AgendaDayRefreshed", refs } as const;
    return await em.fork().count(OutboxRow, where);
  };
  const cardsOf = async ({ relationshipId }: AgendaOwner) => {
    const localDate = await getPresentDate(em.fork(), relationshipId);
    return (await readNotices(em.fork(), { relationshipId, localDate })).informationalCards;
  };

  test("is a card and not a task, follows its plan, and is withdrawn with its assignment", async () => {
    const owner = await buildAgendaOwner(em);
    const { plan } = await make(owner, content);
    const { id: assignmentId } = await give(owner, plan.id);
    await transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
    expect(await cardsOf(owner)).toMatchObject([
      { source: { id: assignmentId, revision: 1 }, snapshot: { title: "Bring your shoes" } },
    ]);
    expect(await em.fork().count(AgendaTask, { relationshipId: owner.relationshipId })).toBe(0);
    await publish(owner, plan.id, { ...content, title: "Bring your towel" });
    await spread();
    expect(await cardsOf(owner)).toMatchObject([
      { source: { revision: 2 }, snapshot: { title: "Bring your towel" } },
    ]);
    await publish(owner, plan.id, reminder([await presentDate(owner)]));
    const before = await checksumOf(owner);
    const countBefore = await refreshedCount(owner);
    await spread();
    expect(await cardsOf(owner)).toEqual([]);
    expect(await checksumOf(owner)).not.toBe(before);
    expect(await refreshedCount(owner)).toBe(countBefore + 1);
    await publish(owner, plan.id, content);
    await spread();
    expect(await cardsOf(owner)).toHaveLength(1);
    const activeCount = await refreshedCount(owner);
    await transact(em, (tx) =>
      endAssignment(tx, {
        ...owner,
        assignmentId,
        byUserId: owner.coachUserId,
        requestId: null,
      }),
    );
    expect(await cardsOf(owner)).toEqual([]);
    expect(await refreshedCount(owner)).toBe(activeCount + 1);
  });

  test("stays while the calendar is stopped, unless the newer revision omits the day", async () => {
    const owner = await buildAgendaOwner(em);
    const { plan } = await make(owner, content);
    const { id: assignmentId } = await give(owner, plan.id);
    await transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
    await setRelationshipStatus(em, owner.relationshipId, "PAUSED");
    await transact(em, (tx) => suspendCalendars(tx, { relationshipId: owner.relationshipId }));
    await publish(owner, plan.id, { ...content, title: "Bring your towel" });
    expect(await spread()).toEqual({ takenCount: 1, failedCount: 0 });
    expect(await cardsOf(owner)).toMatchObject([{ snapshot: { title: "Bring your shoes" } }]);
    await publish(owner, plan.id, reminder([await presentDate(owner)]));
    await spread();
    expect(await cardsOf(owner)).toEqual([]);
  });
});

/** Spreads the revisions completely, as a scan does. */
async function spread() {
  const done = { takenCount: 0, failedCount: 0 };
  let after: string | null = null;
  do {
    const slice = await spreadRevisions({ em, log }, { after });
    done.takenCount += slice.takenCount;
    done.failedCount += slice.failedCount;
    ({ after } = slice);
  } while (after !== null);
  return done;
}

function make({ workspaceId, coachUserId }: AgendaOwner, content: PlanContent) {
  return transact(em, (tx) =>
    createPlan(tx, { workspaceId, createdByUserId: coachUserId, content, publish: true }),
  );
}

function give(owner: AgendaOwner, planId: string, followsNewer = true) {
  return transact(em, (tx) =>
    assignPlan(tx, {
      ...owner,
      planId,
      startDate: null,
      endDate: null,
      followsNewer,
      assignedByUserId: owner.coachUserId,
      requestId: null,
    }),
  );
}

async function publish(
  { workspaceId, coachUserId }: AgendaOwner,
  id: string,
  content: PlanContent,
) {
  const { draftRevision } = await em.fork().findOneOrFail(Plan, { id });
  const key = { workspaceId, planId: id };
  await transact(em, async (tx) => {
    await savePlanDraft(tx, { ...key, expectedDraftRevision: draftRevision, content });
    const read = { ...key, expectedDraftRevision: draftRevision + 1 };
    return await publishPlan(tx, {
      ...read,
      seen: null,
      publishedByUserId: coachUserId,
      requestId: null,
    });
  });
}

/** Clients of one coach with the same plan assigned, each with the day's task. */
async function buildFollowers(count: number, content: PlanContent = planBodies.habit) {
  const coach = await buildCoach(em);
  const first = await buildAgendaOwner(em, { coach });
  const owners: AgendaOwner[] = [first];
  while (owners.length < count) owners.push(await buildAgendaOwner(em, { coach }));
  const { plan } = await make(first, content);
  const given: (AgendaOwner & { readonly assignmentId: string })[] = [];
  for (const owner of owners) {
    const { id: assignmentId } = await give(owner, plan.id);
    await transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
    given.push({ ...owner, assignmentId });
  }
  const [one, ...others] = given;
  if (one === undefined) throw new Error("Expected a follower");
  return { coach, one, others, planId: plan.id };
}

async function titlesOf(given: readonly { readonly assignmentId: string }[]) {
  return await Promise.all(
    given.map(async ({ assignmentId }) => (await taskOf(assignmentId)).snapshot.title),
  );
}
