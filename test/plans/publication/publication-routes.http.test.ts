import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  planClientPageSchema,
  publishPreviewSchema,
} from "../../../contract/plans/publication-schema.ts";
import { planAssignmentPageSchema, planAssignmentSchema } from "../../../contract/plans/schema.ts";
import { OutboxRow } from "../../../db/outbox/outbox-row.ts";
import { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { PlanRevision } from "../../../db/plans/plan-revision.ts";
import { isStatement } from "../../factories/db/explain.ts";
import { buildRelationship } from "../../factories/accounts/identity.ts";
import { planActs, programContent } from "../../factories/plans/plan-acts.ts";
import { codeOf, planOf, usePlanDesk } from "../../factories/plans/plan-desk.ts";
import { planBodies } from "../../factories/plans/plans.ts";
import type { TestAnswer } from "../../harness/api.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { useApi } from "../../harness/use-api.ts";

const { api } = await useApi();
const desk = await usePlanDesk();
const acts = planActs(api.deps.database.em);

beforeEach(() => desk.anew());

const { habit } = planBodies;
const renamed = { ...habit, title: "Twenty minutes" };

const owner = () => ({ ...desk.pair(), coachUserId: desk.pair().coach.userId });
const rowOf = (id: string) => desk.rows().findOneOrFail(PlanAssignment, { id });
const reasonsOf = ({ body }: TestAnswer) =>
  (Array.isArray(body["errors"]) ? body["errors"] : []).map(
    (error: { code: string }) => error.code,
  );

describe("a preview of a publication", () => {
  test("shows the differences, and what they mean for each client", async () => {
    const { planId, assignmentId } = await given();
    const preview = await previewOf(planId);
    expect(preview).toMatchObject({ planId, draftRevision: 3, newestRevision: 1 });
    expect(preview.differences).toEqual([
      {
        subject: "PLAN",
        change: "CHANGED",
        field: "title",
        before: habit.title,
        after: renamed.title,
      },
    ]);
    const { localDate } = await today();
    expect(preview.clients).toMatchObject([
      {
        assignmentId,
        relationshipId: desk.pair().relationshipId,
        outcome: "CHANGES",
        reason: "FOLLOWS",
        from: localDate,
        followsNewer: true,
        excepted: null,
      },
    ]);
    expect(await desk.read(planId)).toMatchObject({ revision: 1, draftRevision: 3 });
  });

  test("of a plan that was never published has neither differences nor clients", async () => {
    const { planId } = await desk.make(habit);
    const preview = await previewOf(planId);
    expect(preview).toMatchObject({ newestRevision: 0, differences: [], clients: [] });
  });

  test("needs a draft of a plan of the workspace that is not archived", async () => {
    const { planId } = await desk.make(habit, true);
    expect(reasonsOf(await desk.call("POST", `/${planId}/publish-preview`))).toEqual(["NO_DRAFT"]);
    await desk.archive(planId);
    expect(reasonsOf(await desk.call("POST", `/${planId}/publish-preview`))).toEqual(["ARCHIVED"]);
    const path = `/${randomUUID()}/publish-preview`;
    expect(codeOf(await desk.call("POST", path))).toBe("404 NOT_FOUND");
    const { coachToken: token } = await desk.stranger();
    const stranger = await desk.call("POST", `/${planId}/publish-preview`, { token });
    expect(codeOf(stranger)).toBe("404 NOT_FOUND");
    expect((await desk.call("POST", `/not-an-id/publish-preview`)).status).toBe(400);
  });

  test("takes the same number of statements for one client and for three", async () => {
    const { planId } = await given();
    await previewOf(planId);
    const count = async () => {
      const { sent } = await recordStatements(() => previewOf(planId));
      return sent.filter(isStatement).length;
    };
    const ofOne = await count();
    await give(planId);
    await give(planId);
    expect(await count()).toBe(ofOne);
  });
});

describe("publishing after a preview", () => {
  test("excepts a client, who keeps the revision and says so, and is replayed by its key", async () => {
    const { planId, assignmentId } = await given();
    const other = await give(planId);
    const { previewVersion } = await previewOf(planId);
    const exceptRelationshipIds = [desk.pair().relationshipId];
    const key = randomUUID();
    const body = { expectedDraftRevision: 3, previewVersion, exceptRelationshipIds };
    const first = await desk.publish(planId, 3, { key, body });
    expect(planOf(first)).toMatchObject({ revision: 2, exceptedCount: 1 });
    expect((await desk.publish(planId, 3, { key, body })).data).toEqual(first.data);
    await acts.spread();
    expect((await rowOf(assignmentId)).appliedRevision).toBe(1);
    expect((await rowOf(other.assignmentId)).appliedRevision).toBe(2);
    const exception = { revision: 2, byUserId: desk.pair().coach.userId, at: expect.any(String) };
    const clients = await desk.call("GET", `/${planId}/assignments`);
    expect(planClientPageSchema.parse(clients.data).items).toMatchObject([
      { assignmentId: other.assignmentId, followsNewer: true, excepted: null },
      { assignmentId, followsNewer: false, planRevision: 1, excepted: exception },
    ]);
    const { items } = planAssignmentPageSchema.parse((await assignments("GET")).data);
    expect(items).toMatchObject([{ assignmentId, followsNewer: false, excepted: exception }]);
    const where = { subjectId: assignmentId, type: "PlanAssignmentExcepted" } as const;
    expect(await desk.rows().count(OutboxRow, where)).toBe(1);
    await desk.save(planId, 4, habit);
    expect((await previewOf(planId)).clients).toContainEqual(
      expect.objectContaining({ assignmentId, outcome: "STAYS", reason: "EXCEPTED" }),
    );
  });

  test("is refused with what changed, and succeeds with a new preview", async () => {
    const { planId } = await given();
    const { previewVersion } = await previewOf(planId);
    await give(planId);
    const body = { expectedDraftRevision: 3, previewVersion };
    const refused = await desk.publish(planId, 3, { body });
    expect(codeOf(refused)).toBe("409 STATE_CONFLICT");
    expect(reasonsOf(refused)).toEqual(["ASSIGNED_SINCE_PREVIEW"]);
    const fresh = await previewOf(planId);
    await desk.save(planId, 3, { ...habit, title: "Third" });
    const stale = { expectedDraftRevision: 4, previewVersion: fresh.previewVersion };
    expect(reasonsOf(await desk.publish(planId, 4, { body: stale }))).toEqual([
      "DRAFT_CHANGED_SINCE_PREVIEW",
    ]);
    const newest = await previewOf(planId);
    const good = { expectedDraftRevision: 4, previewVersion: newest.previewVersion };
    expect((await desk.publish(planId, 4, { body: good })).status).toBe(200);
  });

  test("is not refused because a client acted, an assignment was paused, or a client left", async () => {
    const { planId, assignmentId } = await given();
    const { relationshipId, client } = await give(planId);
    const { previewVersion } = await previewOf(planId);
    await acts.pause(owner(), assignmentId);
    await leave(relationshipId, client.userId);
    const body = {
      expectedDraftRevision: 3,
      previewVersion,
      exceptRelationshipIds: [relationshipId],
    };
    expect((await desk.publish(planId, 3, { body })).status).toBe(200);
  });

  test("is refused if a coach ended an assignment, or let one follow", async () => {
    const { planId, assignmentId } = await given({ followsNewer: false });
    const { previewVersion } = await previewOf(planId);
    const body = { expectedDraftRevision: 3, previewVersion };
    expect((await follow(assignmentId)).status).toBe(200);
    expect(reasonsOf(await desk.publish(planId, 3, { body }))).toEqual([
      "FOLLOWING_CHANGED_SINCE_PREVIEW",
    ]);
    const next = await previewOf(planId);
    await acts.end(owner(), assignmentId);
    const late = { expectedDraftRevision: 3, previewVersion: next.previewVersion };
    expect(reasonsOf(await desk.publish(planId, 3, { body: late }))).toEqual([
      "TAKEN_AWAY_SINCE_PREVIEW",
    ]);
  });

  test("refuses to except anybody who does not follow, and everything malformed", async () => {
    const { planId } = await given({ followsNewer: false });
    const { previewVersion } = await previewOf(planId);
    const { relationshipId } = desk.pair();
    const stranger = await desk.stranger();
    for (const body of [
      { previewVersion, exceptRelationshipIds: [relationshipId] },
      { previewVersion, exceptRelationshipIds: [randomUUID()] },
      { previewVersion, exceptRelationshipIds: [stranger.relationshipId] },
      { exceptRelationshipIds: [relationshipId] },
      { previewVersion: "1.3.1.abc.", exceptRelationshipIds: [] },
      { previewVersion: "yesterday" },
      { previewVersion, exceptRelationshipIds: ["nobody"] },
    ]) {
      const sent = { body: { expectedDraftRevision: 3, ...body } };
      expect(codeOf(await desk.publish(planId, 3, sent))).toBe("400 VALIDATION_FAILED");
    }
    expect(await desk.rows().count(PlanRevision, { planId })).toBe(1);
  });
});

describe("a client who follows again", () => {
  test("has the newest revision today, follows the next one, and the act is replayed by its key", async () => {
    const { planId, assignmentId } = await excepted();
    const key = randomUUID();
    const first = await follow(assignmentId, { key });
    expect(planAssignmentSchema.parse(first.data)).toMatchObject({
      planRevision: 2,
      followsNewer: true,
      excepted: null,
    });
    expect((await follow(assignmentId, { key })).data).toEqual(first.data);
    expect(planAssignmentSchema.parse((await follow(assignmentId)).data)).toEqual(first.data);
    expect(await desk.read(planId)).toMatchObject({ exceptedCount: 0 });
    const [task] = await acts.tasksOf(assignmentId);
    expect(task).toMatchObject({ sourceRevision: 2, snapshot: { title: renamed.title } });
    const where = { subjectId: assignmentId, type: "PlanAssignmentFollowsAgain" } as const;
    expect(await desk.rows().count(OutboxRow, where)).toBe(1);
    await acts.publish(owner(), planId, habit);
    await acts.spread();
    expect((await rowOf(assignmentId)).appliedRevision).toBe(3);
  });

  test("while paused only records the newest revision, which the end of the pause applies", async () => {
    const { assignmentId } = await excepted();
    await acts.pause(owner(), assignmentId);
    expect((await follow(assignmentId)).status).toBe(200);
    expect(await rowOf(assignmentId)).toMatchObject({ status: "PAUSED", appliedRevision: 2 });
    await acts.resume(owner(), assignmentId);
    expect(await rowOf(assignmentId)).toMatchObject({ status: "ACTIVE", followsNewer: true });
  });

  test("of a program continues with the day that it is on", async () => {
    const { planId } = await desk.make(programContent(), true);
    const { assignmentId } = await give(planId, desk.pair().relationshipId);
    await desk.save(planId, 1, programContent(4, "Strength, heavier"));
    await publishWithout(planId);
    expect((await follow(assignmentId)).status).toBe(200);
    const { spans, appliedRevision } = await rowOf(assignmentId);
    expect(appliedRevision).toBe(2);
    expect(spans.at(-1)).toMatchObject({ revision: 2, programDay: 0, until: null });
    const where = { subjectId: assignmentId, type: "ProgramRevised" } as const;
    expect(await desk.rows().count(OutboxRow, where)).toBeGreaterThan(0);
  });

  test("must have the plan still, and belong to the workspace", async () => {
    const { assignmentId } = await excepted();
    expect(codeOf(await follow(randomUUID()))).toBe("404 NOT_FOUND");
    expect((await follow("not-an-id")).status).toBe(400);
    const { coachToken: token } = await desk.stranger();
    expect(codeOf(await follow(assignmentId, { token }))).toBe("404 NOT_FOUND");
    await acts.end(owner(), assignmentId);
    expect(reasonsOf(await follow(assignmentId))).toEqual(["ASSIGNMENT_OVER"]);
  });
});

test("The clients of a plan are listed page by page, for coaches of its workspace", async () => {
  const { planId, assignmentId } = await given();
  const second = await give(planId);
  const first = await desk.call("GET", `/${planId}/assignments?limit=1`);
  const { items, nextCursor } = planClientPageSchema.parse(first.data);
  expect(items.map((item) => item.assignmentId)).toEqual([second.assignmentId]);
  const further = await desk.call("GET", `/${planId}/assignments?limit=1&cursor=${nextCursor}`);
  const last = planClientPageSchema.parse(further.data);
  expect(last.items.map((item) => item.assignmentId)).toEqual([assignmentId]);
  expect(last.nextCursor).toBeNull();
  const bad = await desk.call("GET", `/${planId}/assignments?cursor=1.a.b`);
  expect(codeOf(bad)).toBe("400 CURSOR_INVALID");
  expect(codeOf(await desk.call("GET", `/${randomUUID()}/assignments`))).toBe("404 NOT_FOUND");
  const { coachToken: token } = await desk.stranger();
  const stranger = await desk.call("GET", `/${planId}/assignments`, { token });
  expect(codeOf(stranger)).toBe("404 NOT_FOUND");
});

async function previewOf(planId: string) {
  const answer = await desk.call("POST", `/${planId}/publish-preview`);
  return publishPreviewSchema.parse(answer.data);
}

/** A published plan that the coach's client has, with a draft of another title. */
async function given(choice: { readonly followsNewer?: boolean } = {}) {
  const { planId } = await desk.make(habit, true);
  const { assignmentId } = await give(planId, desk.pair().relationshipId, choice);
  await desk.save(planId, 1, renamed);
  await desk.save(planId, 2, renamed);
  return { planId, assignmentId };
}

/** Gives a plan to a client; by default to a further one of the coach. */
async function give(
  planId: string,
  relationshipId?: string,
  choice: { readonly followsNewer?: boolean } = {},
) {
  const { coach } = desk.pair();
  const further = relationshipId === undefined;
  const client = further
    ? await buildRelationship(api.deps.database.em, { coach })
    : { ...desk.pair(), relationshipId };
  const to = { ...owner(), relationshipId: client.relationshipId };
  const { id } = await acts.assign(to, planId, choice);
  return { ...client, assignmentId: id };
}

/** The same with the client excepted from the second revision. */
async function excepted() {
  const held = await given();
  await publishWithout(held.planId);
  return held;
}

async function publishWithout(planId: string) {
  const { previewVersion, draftRevision } = await previewOf(planId);
  const exceptRelationshipIds = [desk.pair().relationshipId];
  const body = { expectedDraftRevision: draftRevision, previewVersion, exceptRelationshipIds };
  expect((await desk.publish(planId, draftRevision, { body })).status).toBe(200);
}

function assignments(method: string, path = "", request: object = {}) {
  const { workspaceId, relationshipId, coachToken: token } = desk.pair();
  const at = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/plan-assignments`;
  return api.call(method, `${at}${path}`, { token, ...request });
}

const follow = (assignmentId: string, request: object = {}) =>
  assignments("POST", `/${assignmentId}/follow`, { key: randomUUID(), ...request });

async function today() {
  const { relationshipId } = desk.pair();
  const [{ localDate } = { localDate: "" }] = await api.deps.database.em
    .fork()
    .getConnection()
    .execute<{ localDate: string }[]>(
      'select local_date::text as "localDate" from relationship_calendar where relationship_id = ?',
      [relationshipId],
    );
  return { localDate };
}

/** The client ends the relationship, and with it their assignments. */
async function leave(relationshipId: string, clientUserId: string) {
  const connection = api.deps.database.em.fork().getConnection();
  await connection.execute(
    "update relationship set status = 'ENDED', ended_at = clock_now() where id = ?",
    [relationshipId],
  );
  await connection.execute(
    "update plan_assignment set status = 'ENDED' where relationship_id = ?",
    [relationshipId],
  );
  await connection.execute(
    `insert into relationship_event (id, relationship_id, from_status, to_status, actor_user_id, actor_kind, occurred_at)
     values (uuidv7(), ?, 'ACTIVE', 'ENDED', ?, 'CLIENT', clock_now())`,
    [relationshipId, clientUserId],
  );
}
