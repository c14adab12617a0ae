import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { publishPreviewSchema } from "../../../contract/plans/publication-schema.ts";
import { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { PlanRevision } from "../../../db/plans/plan-revision.ts";
import { atOnce } from "../../factories/at-once.ts";
import { buildRelationship } from "../../factories/accounts/identity.ts";
import { planActs } from "../../factories/plans/plan-acts.ts";
import { codeOf, usePlanDesk } from "../../factories/plans/plan-desk.ts";
import { planBodies } from "../../factories/plans/plans.ts";
import { campaignSize } from "../../harness/campaign.ts";
import type { TestAnswer } from "../../harness/api.ts";
import { useApi } from "../../harness/use-api.ts";

const { api } = await useApi();
const desk = await usePlanDesk();
const { em } = api.deps.database;
const acts = planActs(em);
const { habit } = planBodies;
const rounds = Array.from({ length: campaignSize("RACE_ROUNDS", 2) }, (_, round) => round);

beforeEach(() => desk.anew());

const owner = () => ({ ...desk.pair(), coachUserId: desk.pair().coach.userId });
const codesOf = (answers: readonly TestAnswer[]) =>
  answers.map((answer) => (answer.status === 200 ? "done" : codeOf(answer)));

describe("at the same moment", () => {
  test.each(rounds)(
    "of two publications from one preview, each with another exception, one succeeds (round %i)",
    async (round) => {
      const { planId, clients, previewVersion } = await previewed(2);
      const [one = "", two = ""] = clients;
      const [first, second] = await atOnce(
        round,
        () => publish(planId, previewVersion, [one]),
        () => publish(planId, previewVersion, [two]),
      );
      expect(codesOf([first, second]).toSorted()).toEqual(["409 STATE_CONFLICT", "done"]);
      expect(await desk.rows().count(PlanRevision, { planId })).toBe(2);
      const rows = await desk.rows().find(PlanAssignment, { planId, followsNewer: false });
      const winner = first.status === 200 ? one : two;
      expect(rows.map(({ relationshipId }) => relationshipId)).toEqual([winner]);
    },
  );

  test.each(rounds)(
    "an assignment and a publication leave nobody between two revisions (round %i)",
    async (round) => {
      const { planId, previewVersion } = await previewed(1);
      const { coach } = desk.pair();
      const { relationshipId } = await buildRelationship(em, { coach });
      const [published] = await atOnce(
        round,
        () => publish(planId, previewVersion, []),
        () => acts.assign({ ...owner(), relationshipId }, planId),
      );
      const { appliedRevision } = await desk
        .rows()
        .findOneOrFail(PlanAssignment, { planId, relationshipId });
      // An assignment that came first makes the preview stale; one that came later has the new revision.
      const outcome = { published: published.status, appliedRevision };
      expect([
        { published: 409, appliedRevision: 1 },
        { published: 200, appliedRevision: 2 },
      ]).toContainEqual(outcome);
    },
  );

  test.each(rounds)(
    "a client who follows again and a publication end with the newest revision (round %i)",
    async (round) => {
      const { planId, clients, previewVersion } = await previewed(1);
      expect((await publish(planId, previewVersion, clients)).status).toBe(200);
      const { id: assignmentId } = await desk.rows().findOneOrFail(PlanAssignment, { planId });
      await desk.save(planId, 4, { ...habit, title: "Third" });
      const body = { expectedDraftRevision: 5 };
      const [published, followed] = await atOnce(
        round,
        () => desk.publish(planId, 5, { body }),
        () => follow(assignmentId),
      );
      expect([published.status, followed.status]).toEqual([200, 200]);
      await acts.spread();
      const row = await desk.rows().findOneOrFail(PlanAssignment, { id: assignmentId });
      expect(row).toMatchObject({ followsNewer: true, appliedRevision: 3 });
    },
  );
});

/** A published plan with a draft and its preview, and clients who follow it. */
async function previewed(count: number) {
  const { planId } = await desk.make(habit, true);
  const { coach, relationshipId } = desk.pair();
  const clients = [relationshipId];
  while (clients.length < count)
    clients.push((await buildRelationship(em, { coach })).relationshipId);
  for (const id of clients) await acts.assign({ ...owner(), relationshipId: id }, planId);
  await desk.save(planId, 1, { ...habit, title: "Second" });
  await desk.save(planId, 2, { ...habit, title: "Second" });
  const answer = await desk.call("POST", `/${planId}/publish-preview`);
  const { previewVersion } = publishPreviewSchema.parse(answer.data);
  return { planId, clients, previewVersion };
}

const publish = (
  planId: string,
  previewVersion: string,
  exceptRelationshipIds: readonly string[],
) =>
  desk.publish(planId, 3, {
    body: { expectedDraftRevision: 3, previewVersion, exceptRelationshipIds },
  });

function follow(assignmentId: string) {
  const { workspaceId, relationshipId, coachToken: token } = desk.pair();
  const at = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/plan-assignments`;
  return api.call("POST", `${at}/${assignmentId}/follow`, { token, key: randomUUID() });
}
