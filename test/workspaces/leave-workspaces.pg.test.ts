import { beforeEach, describe, expect, test } from "@jest/globals";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { moveWorkspace } from "../../activities/workspaces/move-workspace.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { RelationshipEvent } from "../../db/relationships/relationship-event.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { User } from "../../db/accounts/user.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildRelationship,
  suspendUser,
} from "../factories/accounts/identity.ts";
import { buildMember, inWorkspaceOf } from "../factories/workspaces/members.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY = 86_400;
const { em, ownerUrl } = await useOrm(await useOwnDatabase());
beforeEach(() => moveClock(ownerUrl, 0));

const settle = ({ userId }: BuiltCoach) => settleAccountDeletion(erasureDeps(em), { userId });

const workspaceOf = (id: string) => em.fork().findOneOrFail(CoachWorkspace, id);

describe("a sole coach who is deleted", () => {
  test("ends every relationship with its event, slice by slice, then archives the workspace", async () => {
    const coach = await buildCoach(em);
    const { workspaceId, userId } = coach;
    const ids: string[] = [];
    for (let client = 0; client < 21; client += 1) {
      const status = client % 2 === 0 ? "ACTIVE" : "PAUSED";
      ids.push((await buildRelationship(em, { coach, status })).relationshipId);
    }
    await runOutGrace(coach);
    expect(await settle(coach)).toMatchObject({ open: true, dueInMs: 0, dueReason: "DELETION" });
    expect([await isDeleted(coach), (await workspaceOf(workspaceId)).status]).toEqual([
      false,
      "ACTIVE",
    ]);
    expect(await em.fork().count(Relationship, { workspaceId, status: "ENDED" })).toBe(20);
    expect(await settleAll(coach)).toBe(1);
    expect([await isDeleted(coach), (await workspaceOf(workspaceId)).status]).toEqual([
      true,
      "ARCHIVED",
    ]);
    for (const id of ids) {
      expect(await eventsOf("CoachClientRelationshipEnded", id)).toHaveLength(1);
      const [history] = await em.fork().find(RelationshipEvent, { relationshipId: id });
      expect(history).toMatchObject({ toStatus: "ENDED", actorUserId: userId, actorKind: "COACH" });
      expect(history?.reason).toBe("The coach's account was deleted");
    }
    expect(await membershipsOf(workspaceId)).toMatchObject([
      { userId, status: "ENDED", endedAt: expect.any(Date) },
    ]);
    expect(await eventsOf("WorkspaceArchived", workspaceId)).toHaveLength(1);
    expect(await eventsOf("WorkspaceMemberRemoved", userId)).toHaveLength(1);
    const archived = { userId, eventType: "WORKSPACE_ARCHIVED" };
    expect(await em.fork().find(AuthAuditEvent, archived)).toMatchObject([
      { actor: userId, metadata: { workspaceId, reason: "The coach's account was deleted" } },
    ]);
  });

  test("leaves a suspended workspace archived too; without an owner it cannot be restored", async () => {
    const coach = await buildCoach(em);
    const { workspaceId } = coach;
    const operators = {
      workspaceId,
      actor: "an-operator",
      reason: "A reason",
      requestId: "leaving",
    };
    await transact(em, (tx) =>
      moveWorkspace(tx, { ...operators, act: "SUSPEND" }, hooks.workspaces),
    );
    await runOutGrace(coach);
    await settleAll(coach);
    expect((await workspaceOf(workspaceId)).status).toBe("ARCHIVED");
    const back = transact(em, (tx) =>
      moveWorkspace(tx, { ...operators, act: "REINSTATE" }, hooks.workspaces),
    );
    await expect(back).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  });

  test("changes nothing in a workspace before the grace period is over", async () => {
    const { coach, workspaceId, relationshipId } = await buildRelationship(em);
    await transact(em, (tx) =>
      requestAccountDeletion(tx, { userId: coach.userId, requestId: "leaving" }, hooks.sessions),
    );
    expect(await settle(coach)).toMatchObject({ open: true });
    expect(await membershipsOf(workspaceId)).toMatchObject([{ status: "ACTIVE" }]);
    expect((await em.fork().findOneOrFail(Relationship, relationshipId)).status).toBe("ACTIVE");
  });
});

describe("a deleted coach of a workspace with several coaches", () => {
  test("is followed by the longest-serving coach whose account is open", async () => {
    const owner = await buildCoach(em);
    const { workspaceId } = owner;
    const suspended = await buildMember(em, owner);
    await suspendUser(em, suspended.userId);
    const successor = await buildMember(em, owner);
    const latest = await buildMember(em, owner);
    const { relationshipId } = await buildRelationship(em, { coach: owner });
    const other = await buildRelationship(em, { coach: inWorkspaceOf(owner, latest) });
    await runOutGrace(owner);
    expect(await settleAll(owner)).toBe(0);
    expect(await workspaceOf(workspaceId)).toMatchObject({
      status: "ACTIVE",
      ownerUserId: successor.userId,
    });
    expect(
      (await membershipsOf(workspaceId)).map(({ userId, role, status }) => [userId, role, status]),
    ).toEqual([
      [owner.userId, "OWNER", "ENDED"],
      [suspended.userId, "COACH", "ACTIVE"],
      [successor.userId, "OWNER", "ACTIVE"],
      [latest.userId, "COACH", "ACTIVE"],
    ]);
    const coachOf = async (id: string) => {
      const { coachUserId, status } = await em.fork().findOneOrFail(Relationship, id);
      return [coachUserId, status];
    };
    expect(await coachOf(relationshipId)).toEqual([successor.userId, "ACTIVE"]);
    expect(await coachOf(other.relationshipId)).toEqual([latest.userId, "ACTIVE"]);
    const change = { ownerUserId: successor.userId, formerOwnerUserId: owner.userId };
    expect(await eventsOf("WorkspaceOwnerChanged", workspaceId)).toMatchObject([
      { refs: { workspaceId, ...change } },
    ]);
    const audited = { userId: successor.userId, eventType: "WORKSPACE_OWNER_CHANGED" };
    expect(await em.fork().find(AuthAuditEvent, audited)).toMatchObject([
      { actor: owner.userId, metadata: { workspaceId, ...change } },
    ]);
    expect(await eventsOf("WorkspaceArchived", workspaceId)).toEqual([]);
  });

  test("hands the clients of another's workspace to its owner, and archives their own one", async () => {
    const owner = await buildCoach(em);
    const member = await buildMember(em, owner);
    const { relationshipId } = await buildRelationship(em, { coach: inWorkspaceOf(owner, member) });
    await runOutGrace(member);
    expect(await settleAll(member)).toBe(0);
    expect(await em.fork().findOneOrFail(Relationship, relationshipId)).toMatchObject({
      coachUserId: owner.userId,
      status: "ACTIVE",
    });
    expect((await workspaceOf(owner.workspaceId)).status).toBe("ACTIVE");
    expect((await workspaceOf(member.workspaceId)).status).toBe("ARCHIVED");
    expect(
      await em.fork().count(WorkspaceMembership, { userId: member.userId, status: "ACTIVE" }),
    ).toBe(0);
  });

  test("leaves an archived workspace if the other coach is deleted too, in either order", async () => {
    const owner = await buildCoach(em);
    const member = await buildMember(em, owner);
    await transact(em, (tx) =>
      requestAccountDeletion(tx, { userId: member.userId, requestId: "leaving" }, hooks.sessions),
    );
    await runOutGrace(owner);
    await Promise.all([settleAll(owner), settleAll(member)]);
    expect((await workspaceOf(owner.workspaceId)).status).toBe("ARCHIVED");
    expect(await eventsOf("WorkspaceArchived", owner.workspaceId)).toHaveLength(1);
    expect(await membershipsOf(owner.workspaceId)).toMatchObject([
      { status: "ENDED" },
      { status: "ENDED" },
    ]);
  });
});

/** Requests the deletion and lets its grace period pass. */
async function runOutGrace({ userId }: BuiltCoach): Promise<void> {
  await moveClock(ownerUrl, 0);
  await transact(em, (tx) =>
    requestAccountDeletion(tx, { userId, requestId: "leaving" }, hooks.sessions),
  );
  await moveClock(ownerUrl, 14 * DAY + 60);
}

/**
 * Settles until nothing is left.
 * @returns the number of calls that found work.
 */
async function settleAll(coach: BuiltCoach): Promise<number> {
  let rounds = 0;
  while ((await settle(coach)).open) rounds += 1;
  return rounds;
}

function membershipsOf(workspaceId: string) {
  return em.fork().find(WorkspaceMembership, { workspaceId }, { orderBy: { joinedAt: "asc" } });
}

function eventsOf(type: EventType, subjectId: string) {
  return em.fork().find(OutboxRow, { type, subjectId, consumer: "event-feed" });
}

async function isDeleted({ userId }: BuiltCoach) {
  return (await em.fork().findOneOrFail(User, userId)).deletedAt !== null;
}
