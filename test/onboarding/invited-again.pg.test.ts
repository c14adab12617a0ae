import { expect, test } from "@jest/globals";
import { registerClient } from "../../activities/relationships/register-client.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { purgeOnboarding } from "../../activities/onboarding/purge-onboarding.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { getClientOnboarding } from "../../db/onboarding/coach/queries.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { buildInvitation, ORIGIN, registrationForm } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { move, type Onboarded } from "../factories/onboarding/onboarding-life.ts";
import { buildOnboardedAt } from "../factories/onboarding/onboarding-states.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());

test("a person invited again to the workspace starts a new onboarding; the former retention continues", async () => {
  const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW");
  const { workspaceId, client, instanceId } = built;
  const seen = () => getClientOnboarding(em.fork(), { workspaceId, clientUserId: client.userId });
  await move(em, built, "END");
  expect((await seen()).instanceId).toBe(instanceId);
  const relationshipId = await inviteAgain(built);
  const again = await seen();
  expect(again).toMatchObject({
    relationshipId,
    status: "IN_PROGRESS",
    retentionExpiresAt: null,
    task: { status: "READY", formStatus: "ASSIGNED" },
    programAssignmentBlocked: false,
    overrides: [],
  });
  expect(again.instanceId).not.toBe(instanceId);
  await moveClock(ownerUrl, 31 * 24 * 60 * 60);
  const purged = await transact(em, async (tx) =>
    purgeOnboarding(tx, { instanceId, now: await clockNow(tx) }),
  );
  expect(purged).toMatchObject({ expiredTasks: 1 });
  expect(await seen()).toEqual(again);
  const profile = await em.fork().findOneOrFail(ClientProfile, { userId: client.userId });
  expect(profile.onboardingStatus).toBe("IN_PROGRESS");
  expect(await em.fork().count(OnboardingInstance, { purgedAt: null })).toBe(1);
  await moveClock(ownerUrl, 0);
});

test("a former client with a complete baseline is ACTIVE at registration", async () => {
  const built = await buildOnboardedAt(em, "COMPLETED");
  await move(em, built, "END");
  const { userId } = built.client;
  const baseline = { birthDate: "1990-02-03", heightCm: 170, goal: "STRENGTH" } as const;
  await em.fork().nativeUpdate(ClientProfile, { userId }, baseline);
  const relationshipId = await inviteAgain(built);
  expect(await em.fork().findOneOrFail(Relationship, relationshipId)).toMatchObject({
    status: "ACTIVE",
  });
  const events = await em
    .fork()
    .find(OutboxRow, { subjectId: relationshipId, consumer: "event-feed" });
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    "CoachClientRelationshipActivated",
    "CoachClientRelationshipStarted",
  ]);
});

/** The coach invites the client again, who registers. Returns the new relationship's id. */
async function inviteAgain({ coach, client: { identity } }: Onboarded): Promise<string> {
  const contact = { kind: "EMAIL", value: identity.email ?? "" } as const;
  const { token } = await buildInvitation(em, coach, contact);
  const opening = { identity, invitationToken: token };
  const { id: validationId } = await transact(em, (tx) => validateInvitation(tx, opening));
  const registration = { ...registrationForm(), ...opening, validationId, deviceIdHash: null };
  const { relationshipId } = await transact(em, (tx) =>
    registerClient(tx, { ...registration, origin: ORIGIN }, hooks.relationships),
  );
  return relationshipId;
}
