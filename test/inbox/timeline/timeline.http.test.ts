import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { submitForm } from "../../../activities/forms/submit-form.ts";
import { prepareFor } from "../../../activities/workouts/deliver-to-workouts.ts";
import { timelinePageSchema } from "../../../contract/inbox/console/timeline-schema.ts";
import { presentTimelineEntry } from "../../../api/inbox/present-timeline-entry.ts";
import { listTimeline } from "../../../db/inbox/timeline/queries.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { isStatement } from "../../factories/db/explain.ts";
import { buildFormAssignment, GOOD_ANSWERS } from "../../factories/forms/assigned-forms.ts";
import { putCoachTask } from "../../factories/inbox/coach-tasks.ts";
import { planActs, programContent } from "../../factories/plans/plan-acts.ts";
import { codeOf } from "../../factories/plans/plan-desk.ts";
import { buildPhone, type Phone } from "../../factories/sync/phone.ts";
import { submittedSession } from "../../factories/workouts/offered-workout.ts";
import type { TestRequest } from "../../harness/api.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();
const { em } = api.deps.database;
const acts = planActs(em);
const own = await buildPhone(api, issuer);
const stranger = await buildPhone(api, issuer);
const { relationshipId, pair } = own;
const { workspaceId, coach, client } = pair;
const owner = { workspaceId, relationshipId, coachUserId: coach.userId };

describe("The timeline of a client", () => {
  test("lists what happened, newest first, with the facts of each entry and where to read more", async () => {
    const { assignmentId, planId } = await acts.give(owner, programContent());
    await prepareFor(em, [relationshipId], null);
    const [workout] = await acts.tasksOf(assignmentId);
    const sessionId = await submittedSession(em, workout?.id ?? "");
    await acts.publish(owner, planId, programContent(4, "Strength, heavier"));
    await acts.spread();
    const form = await buildFormAssignment(em, owner, { assignedByUserId: coach.userId });
    const formSubmissionId = await submitted(form.id);
    const closedAt = new Date();
    const task = await putCoachTask(
      em,
      { ...owner, clientUserId: client.userId },
      {
        status: "RESOLVED",
        resolutionType: "NUDGE_SENT",
        closedAt,
        closedByUserId: coach.userId,
      },
    );
    const { items, nextCursor } = await pageOf(own);
    expect(nextCursor).toBeNull();
    const found = (code: string) => items.filter((item) => item.code === code);
    expect(items.map(({ at }) => at)).toEqual(
      items.map(({ at }) => at).toSorted((one, other) => (one < other ? 1 : -1)),
    );
    expect(found("RELATIONSHIP_STARTED")).toMatchObject([{ facts: {}, route: null }]);
    expect(found("PLAN_ASSIGNED")).toContainEqual(
      expect.objectContaining({
        route: `/clients/${relationshipId}/plans`,
        facts: {
          assignmentId,
          planId,
          planKind: "PROGRAM",
          title: "Strength, heavier",
          byUserId: coach.userId,
        },
      }),
    );
    expect(found("PLAN_REVISED")).toMatchObject([
      { facts: { assignmentId, revision: 2, title: "Strength, heavier", byUserId: coach.userId } },
    ]);
    const [assigned, questionnaire] = found("FORM_ASSIGNED");
    const byCoach = { formAssignmentId: form.id, sourceType: "COACH", byUserId: coach.userId };
    expect(assigned).toMatchObject({ facts: byCoach });
    expect(questionnaire).toMatchObject({ facts: { sourceType: "ONBOARDING", byUserId: null } });
    expect(found("FORM_SUBMITTED")).toMatchObject([
      {
        facts: { formSubmissionId },
        route: `/clients/${relationshipId}/form-submissions/${formSubmissionId}`,
      },
    ]);
    expect(found("WORKOUT_SUBMITTED")).toMatchObject([
      { facts: { sessionId, title: "Legs", trainedOn: workout?.localDate, setsDone: 0 } },
    ]);
    expect(found("TASK_CLOSED")).toMatchObject([
      {
        facts: { taskId: task.id, resolutionType: "NUDGE_SENT", byUserId: coach.userId },
        route: `/clients/${relationshipId}/check-ins`,
      },
    ]);
    expect(found("TASK_OPENED")).toMatchObject([
      { facts: { taskId: task.id, summary: "CHECK_INS_MISSED", severity: "NORMAL" } },
    ]);
    expect(JSON.stringify(items)).not.toContain(GOOD_ANSWERS.goal);
  });

  test("has changes of status and of coach, without their reasons", async () => {
    await changed(2, "PAUSED", null);
    await changed(1, "ACTIVE", stranger.pair.coach.userId);
    const { items } = await pageOf(own, "code=RELATIONSHIP_CHANGED,COACH_CHANGED");
    expect(items).toMatchObject([
      { code: "COACH_CHANGED", facts: { toCoachUserId: stranger.pair.coach.userId } },
      { code: "RELATIONSHIP_CHANGED", facts: { from: "ACTIVE", to: "PAUSED", actorKind: "COACH" } },
    ]);
    expect(JSON.stringify(items)).not.toContain("a private reason");
  });

  test("is read page by page, each entry once, and takes one statement beside the guard's", async () => {
    const all = (await pageOf(own)).items;
    const seen: unknown[] = [];
    let cursor = "";
    for (let page = 0; page < all.length; page += 1) {
      const { items, nextCursor } = await pageOf(own, `limit=2${cursor}`);
      seen.push(...items);
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(all);
    const count = async (query: string) => {
      const { sent } = await recordStatements(() => visit(own, query));
      return sent.filter(isStatement).length;
    };
    await count("limit=1");
    expect(await count("limit=100")).toBe(await count("limit=1"));
  });

  test("hides a task's route from a member without the permission of its source", async () => {
    const page = { relationshipId, codes: ["TASK_OPENED"] as const, after: null, limit: 5 };
    const [row] = await listTimeline(em.fork(), page);
    if (row === undefined) throw new Error("No task");
    const shown = (permissions: readonly string[]) =>
      presentTimelineEntry(row, { relationshipId, permissions }).route;
    expect(shown(["forms.submissions.read"])).toBe(`/clients/${relationshipId}/check-ins`);
    expect(shown(["relationships.read"])).toBeNull();
  });

  test("is for the coaches of the client alone, and refuses what is malformed", async () => {
    const refusal = async (query: string, request: TestRequest = {}) =>
      codeOf(await visit(own, query, request));
    expect(await refusal("", { token: stranger.pair.coachToken })).toBe("404 NOT_FOUND");
    expect((await visit(own, "", { token: pair.clientToken })).status).toBe(403);
    for (const query of ["limit=0", "code=UNKNOWN", "q=text"])
      expect(await refusal(query)).toBe("400 VALIDATION_FAILED");
    expect(await refusal("cursor=1.a.b")).toBe("400 CURSOR_INVALID");
    const { nextCursor } = await pageOf(own, "limit=1");
    expect(await refusal(`code=TASK_OPENED&cursor=${nextCursor}`)).toBe("400 CURSOR_INVALID");
    const anonymous = await api.call("GET", pathOf(relationshipId));
    expect(anonymous.status).toBe(401);
    const unknown = await api.call("GET", pathOf(randomUUID()), { token: pair.coachToken });
    expect(codeOf(unknown)).toBe("404 NOT_FOUND");
  });
});

const pathOf = (id: string) => `/api/v1/coach/relationships/${id}/timeline`;

function visit(of: Phone, query = "", request: TestRequest = {}) {
  const path = `${pathOf(of.relationshipId)}?${query}`;
  return api.call("GET", path, { token: of.pair.coachToken, ...request });
}

async function pageOf(of: Phone, query = "limit=100") {
  return timelinePageSchema.parse((await visit(of, query)).data);
}

async function changed(minutesAgo: number, to: string, coachUserId: string | null) {
  await sql`insert into relationship_event (id, relationship_id, from_status, to_status,
      from_coach_user_id, to_coach_user_id, reason, actor_user_id, actor_kind, occurred_at)
    values (uuidv7(), ${relationshipId}, 'ACTIVE', ${to}, ${coachUserId && coach.userId},
      ${coachUserId}, 'a private reason', ${coach.userId}, 'COACH', clock_now() - make_interval(mins => ${minutesAgo}))`.execute(
    em.fork().getKysely(),
  );
}

/** Submits a form as the client. */
async function submitted(formAssignmentId: string): Promise<string> {
  const submitting = { formAssignmentId, clientUserId: client.userId, answers: GOOD_ANSWERS };
  const { formSubmissionId } = await transact(em, (tx) =>
    submitForm(tx, { ...submitting, requestId: null }),
  );
  return formSubmissionId;
}
