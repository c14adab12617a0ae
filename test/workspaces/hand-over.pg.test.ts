import { describe, expect, test } from "@jest/globals";
import { handClientOver } from "../../activities/relationships/hand-client-over.ts";
import { handWorkspaceOver } from "../../activities/workspaces/hand-workspace-over.ts";
import { removeMember } from "../../activities/workspaces/remove-member.ts";
import { Refusal } from "../../contract/refusal.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { RelationshipEvent } from "../../db/relationships/relationship-event.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { hooks } from "../../workers/hooks.ts";
import { putMessageTask } from "../factories/inbox/coach-phone.ts";
import { type BuiltCoach, buildCoach, buildRelationship } from "../factories/accounts/identity.ts";
import { buildMember, inWorkspaceOf } from "../factories/workspaces/members.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const ROUNDS = campaignSize("RACE_ROUNDS", 6);
const requestId = "hand-over";

const refusal = (code: string) => expect.objectContaining({ constructor: Refusal, code });

describe("a client who is given to another coach", () => {
  test("has the chosen coach, once, and the history, the event feed and the phones say so", async () => {
    const { owner, member, relationshipId } = await practice();
    const { seq } = await em.fork().findOneOrFail(RelationshipScope, { relationshipId });
    await hand(relationshipId, owner, owner.userId);
    await hand(relationshipId, owner, owner.userId);
    expect(await coachOf(relationshipId)).toBe(owner.userId);
    const moves = await em.fork().find(RelationshipEvent, { relationshipId });
    const change = { fromCoachUserId: member.userId, toCoachUserId: owner.userId };
    expect(moves).toMatchObject([{ ...change, actorUserId: owner.userId, toStatus: "ACTIVE" }]);
    const type = "CoachClientRelationshipReassigned";
    const consumer = "event-feed";
    expect(
      await em.fork().find(OutboxRow, { type, subjectId: relationshipId, consumer }),
    ).toMatchObject([{ refs: { fromCoachUserId: member.userId, coachUserId: owner.userId } }]);
    const after = await em.fork().findOneOrFail(RelationshipScope, { relationshipId });
    expect(Number(after.seq)).toBe(Number(seq) + 1);
  });

  test("takes along the tasks of their coach, except those assigned to a person", async () => {
    const scope = await buildScope(em);
    const { workspaceId, coachUserId, relationshipId } = scope;
    const owner = { ...(await buildCoach(em)), workspaceId, userId: coachUserId };
    const member = await buildMember(em, owner);
    const { id } = await putMessageTask(em, scope, { assignedCoachUserId: coachUserId });
    const { revision } = await em.fork().findOneOrFail(CoachTask, id);
    await hand(relationshipId, owner, member.userId);
    expect(await em.fork().findOneOrFail(CoachTask, id)).toMatchObject({
      coachUserId: member.userId,
      assignedCoachUserId: coachUserId,
      revision: revision + 1,
    });
  });

  test.each([
    ["a coach of another workspace", "NOT_FOUND", async () => (await buildCoach(em)).userId],
    ["nobody", "NOT_FOUND", async () => "019a0000-0000-7000-8000-000000000000"],
  ])("is not given to %s", async (_who, code, find) => {
    const { owner, member, relationshipId } = await practice();
    await expect(hand(relationshipId, owner, await find())).rejects.toEqual(refusal(code));
    expect(await coachOf(relationshipId)).toBe(member.userId);
  });

  test("belongs to the workspace, and is not a former client", async () => {
    const { owner, member, coach } = await practice();
    const { relationshipId: elsewhere } = await buildRelationship(em, { coach: member });
    await expect(hand(elsewhere, owner, owner.userId)).rejects.toEqual(refusal("NOT_FOUND"));
    const ended = await buildRelationship(em, { coach, status: "ENDED" });
    await expect(hand(ended.relationshipId, owner, owner.userId)).rejects.toEqual(
      refusal("RELATIONSHIP_INACTIVE"),
    );
  });

  test(`never keeps a coach who leaves at the same moment (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { owner, member } = await practice();
      const { relationshipId } = await buildRelationship(em, { coach: owner });
      const acts = [() => hand(relationshipId, owner, member.userId), () => remove(owner, member)];
      const begun = round % 2 === 0 ? acts : acts.toReversed();
      await Promise.allSettled(begun.map((act) => act()));
      expect(await coachOf(relationshipId)).toBe(owner.userId);
    }
  });
});

describe("a coach who leaves", () => {
  test("leaves their clients to the coach whom the owner chose", async () => {
    const { owner, member, relationshipId } = await practice();
    const third = await buildMember(em, owner);
    await remove(owner, member, third.userId);
    expect(await coachOf(relationshipId)).toBe(third.userId);
  });

  test("cannot be succeeded by themselves or by a person who is not a member", async () => {
    const { owner, member, relationshipId } = await practice();
    const stranger = await buildCoach(em);
    for (const successor of [member, stranger])
      await expect(remove(owner, member, successor.userId)).rejects.toEqual(refusal("NOT_FOUND"));
    expect(await coachOf(relationshipId)).toBe(member.userId);
  });

  test("may leave on their own, with their clients going to the owner; only the owner may not", async () => {
    const { owner, member, coach, relationshipId } = await practice();
    await expect(remove(owner, owner)).rejects.toEqual(refusal("STATE_CONFLICT"));
    await remove(coach, member);
    expect(await coachOf(relationshipId)).toBe(owner.userId);
    await expect(remove(coach, member)).rejects.toEqual(refusal("NOT_FOUND"));
  });
});

describe("a workspace that is given to another coach", () => {
  const rolesIn = async (workspaceId: string) => {
    const members = await em.fork().find(WorkspaceMembership, { workspaceId, status: "ACTIVE" });
    return Object.fromEntries(members.map(({ userId, role }) => [userId, role]));
  };

  test("has one owner; the former one stays as a coach, and clients keep theirs", async () => {
    const { owner, member, relationshipId } = await practice();
    await give(owner, member.userId);
    const { workspaceId } = owner;
    expect(await rolesIn(workspaceId)).toEqual({
      [owner.userId]: "COACH",
      [member.userId]: "OWNER",
    });
    const { ownerUserId } = await em.fork().findOneOrFail(CoachWorkspace, workspaceId);
    expect(ownerUserId).toBe(member.userId);
    expect(await coachOf(relationshipId)).toBe(member.userId);
    await expect(give(owner, owner.userId)).rejects.toEqual(refusal("FORBIDDEN"));
  });

  test("stays with an owner who gives it to themselves, and is never given to a stranger", async () => {
    const { owner, member } = await practice();
    await give(owner, owner.userId);
    const { userId } = await buildCoach(em);
    await expect(give(owner, userId)).rejects.toEqual(refusal("NOT_FOUND"));
    const { workspaceId } = owner;
    expect(await rolesIn(workspaceId)).toEqual({
      [owner.userId]: "OWNER",
      [member.userId]: "COACH",
    });
  });

  test(`goes to one of two coaches, and not to one who leaves at the same moment (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { owner, member, coach } = await practice();
      const third = await buildMember(em, owner);
      const acts = [
        () => give(owner, member.userId),
        () => give(owner, third.userId),
        () => remove(coach, member),
      ];
      const begun = round % 2 === 0 ? acts : acts.toReversed();
      await Promise.allSettled(begun.map((act) => act()));
      const { ownerUserId } = await em.fork().findOneOrFail(CoachWorkspace, owner.workspaceId);
      const roles = await rolesIn(owner.workspaceId);
      const owners = Object.keys(roles).filter((userId) => roles[userId] === "OWNER");
      expect(owners).toEqual([ownerUserId]);
    }
  });
});

function hand(relationshipId: string, { workspaceId, userId }: BuiltCoach, coachUserId: string) {
  return transact(em, (tx) =>
    handClientOver(
      tx,
      { workspaceId, relationshipId, coachUserId, byUserId: userId, requestId },
      hooks.relationships,
    ),
  );
}

function remove(
  { workspaceId, userId: removedByUserId }: BuiltCoach,
  { userId }: BuiltCoach,
  successorUserId: string | null = null,
) {
  return transact(em, (tx) =>
    removeMember(
      tx,
      { workspaceId, userId, removedByUserId, successorUserId, requestId },
      hooks.workspaces,
    ),
  );
}

function give({ workspaceId, userId: byUserId }: BuiltCoach, ownerUserId: string) {
  return transact(em, (tx) =>
    handWorkspaceOver(tx, { workspaceId, ownerUserId, byUserId, requestId }),
  );
}

async function coachOf(relationshipId: string) {
  return (await em.fork().findOneOrFail(Relationship, relationshipId)).coachUserId;
}

/** An owner, a second coach, and a client of the second coach. */
async function practice() {
  const owner = await buildCoach(em);
  const member = await buildMember(em, owner);
  const coach = inWorkspaceOf(owner, member);
  const { relationshipId } = await buildRelationship(em, { coach });
  return { owner, member, coach, relationshipId };
}
