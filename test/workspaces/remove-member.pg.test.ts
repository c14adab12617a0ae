import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { previewInvitation } from "../../activities/invitations/preview-invitation.ts";
import { registerClient } from "../../activities/relationships/register-client.ts";
import { removeMember } from "../../activities/workspaces/remove-member.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { findClientContext } from "../../db/onboarding/client-context/queries.ts";
import { RelationshipEvent } from "../../db/relationships/relationship-event.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { getRelationshipDetail } from "../../db/relationships/queries.ts";
import { User } from "../../db/accounts/user.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
  ORIGIN,
  registrationForm,
} from "../factories/accounts/identity.ts";
import { buildMember, inWorkspaceOf } from "../factories/workspaces/members.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const relationshipOf = (id: string) => em.fork().findOneOrFail(Relationship, id);

test("the clients of a removed coach go to the owner, and the history keeps the former coach", async () => {
  const owner = await buildCoach(em);
  await named(owner.userId, "Olga Owner");
  const member = await buildMember(em, owner);
  const coach = inWorkspaceOf(owner, member);
  const paused = await buildRelationship(em, { coach, status: "PAUSED" });
  const ended = await buildRelationship(em, { coach, status: "ENDED" });
  const elsewhere = await buildRelationship(em, { coach: member });
  const { relationshipId, client, workspaceId } = paused;
  const seqOf = async () =>
    Number((await em.fork().findOneOrFail(RelationshipScope, { relationshipId })).seq);
  const seq = await seqOf();
  await remove(owner, member);
  expect(await relationshipOf(relationshipId)).toMatchObject({
    coachUserId: owner.userId,
    status: "PAUSED",
    resumesAs: "ACTIVE",
  });
  expect((await relationshipOf(ended.relationshipId)).coachUserId).toBe(member.userId);
  expect((await relationshipOf(elsewhere.relationshipId)).coachUserId).toBe(member.userId);
  const context = await findClientContext(em.fork(), client.userId);
  expect(context?.relationship).toMatchObject({ coachDisplayName: "Olga Owner" });
  const change = { fromCoachUserId: member.userId, toCoachUserId: owner.userId };
  const move = { fromStatus: "PAUSED", toStatus: "PAUSED", actorUserId: owner.userId };
  const detail = await getRelationshipDetail(em.fork(), { workspaceId, relationshipId });
  expect(detail.history).toMatchObject([{ ...move, ...change, actorKind: "COACH", reason: null }]);
  expect(await seqOf()).toBe(seq + 1);
  const type = "CoachClientRelationshipReassigned";
  const consumer = "event-feed";
  expect(
    await em.fork().find(OutboxRow, { type, subjectId: relationshipId, consumer }),
  ).toMatchObject([
    {
      requestId: "remove-member",
      refs: { workspaceId, fromCoachUserId: member.userId, coachUserId: owner.userId },
    },
  ]);
  expect(await em.fork().count(OutboxRow, { type, consumer })).toBe(1);
  expect(await em.fork().count(RelationshipEvent, { toCoachUserId: { $ne: null } })).toBe(1);
});

test("an invitation that a removed coach sent leads to the owner, in its preview too", async () => {
  const owner = await buildCoach(em);
  await named(owner.userId, "Olga Owner");
  const member = await buildMember(em, owner);
  await named(member.userId, "Mia Member");
  const { register, token } = await openedBy(inWorkspaceOf(owner, member));
  const shown = async () => (await previewInvitation(em.fork(), token)).coachDisplayName;
  expect(await shown()).toBe("Mia Member");
  await remove(owner, member);
  expect(await shown()).toBe("Olga Owner");
  const { relationshipId } = await register();
  expect((await relationshipOf(relationshipId)).coachUserId).toBe(owner.userId);
});

test("a concurrent registration never ends up with a removed coach", async () => {
  for (let round = 0; round < campaignSize("RACE_ROUNDS", 8); round += 1) {
    const owner = await buildCoach(em);
    const member = await buildMember(em, owner);
    const { register } = await openedBy(inWorkspaceOf(owner, member));
    const [{ relationshipId }] = await Promise.all([register(), remove(owner, member)]);
    expect((await relationshipOf(relationshipId)).coachUserId).toBe(owner.userId);
  }
});

/** A registration with a validated invitation of this coach, ready to run. */
async function openedBy(coach: BuiltCoach) {
  const contact = { kind: "EMAIL" as const, value: `${randomUUID()}@example.com` };
  const { token } = await buildInvitation(em, coach, contact);
  const opening = { identity: buildIdentity({ contact }), invitationToken: token };
  const { id: validationId } = await transact(em, (tx) => validateInvitation(tx, opening));
  const form = { ...registrationForm(), ...opening, validationId };
  const register = () =>
    transact(em, (tx) =>
      registerClient(tx, { ...form, deviceIdHash: null, origin: ORIGIN }, hooks.relationships),
    );
  return { token, register };
}

function remove({ workspaceId, userId }: BuiltCoach, member: BuiltCoach) {
  return transact(em, (tx) =>
    removeMember(
      tx,
      {
        workspaceId,
        userId: member.userId,
        removedByUserId: userId,
        successorUserId: null,
        requestId: "remove-member",
      },
      hooks.workspaces,
    ),
  );
}

function named(userId: string, displayName: string) {
  return em.fork().nativeUpdate(User, { id: userId }, { displayName });
}
