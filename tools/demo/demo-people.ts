import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ClientSignIn } from "../../activities/accounts/registration-form.ts";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import { assignPlan } from "../../activities/plans/assignments/assign-plan.ts";
import { registerClient } from "../../activities/relationships/register-client.ts";
import { registerDevice } from "../../activities/sync/devices/register-device.ts";
import { registerCoach } from "../../activities/workspaces/register-coach.ts";
import { LEGAL_VERSIONS } from "../../contract/accounts/vocabulary.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { hooks } from "../../workers/hooks.ts";
import type { DemoHouse } from "./demo-house.ts";
import type { DemoPerson } from "./demo-names.ts";
import { INTAKE_ANSWERS } from "./demo-plans.ts";

/** The zone of everybody in the demo. */
export const TIMEZONE = "Europe/Berlin";

/** Where people sign in: the issuer of their tokens, and each person's subject there. */
export interface SignInPlace {
  readonly issuer: string;
  readonly subjectOf: (person: DemoPerson) => string;
}

/** A coach with a workspace. */
export interface DemoCoach extends DemoPerson {
  readonly userId: string;
  readonly workspaceId: string;
}

/** A client with one or more phones, as far as the demo has been played. */
export interface DemoClient extends DemoPerson {
  readonly userId: string;
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly secondDeviceId: string;
}

/** A coach registers, with a workspace of their own. */
export async function registerDemoCoach(
  { em }: DemoHouse,
  place: SignInPlace,
  { person, workspaceName }: { readonly person: DemoPerson; readonly workspaceName: string },
): Promise<DemoCoach> {
  const app = { clientId: "sideline-coach-mobile", surface: "COACH_MOBILE" } as const;
  const identity = await signInOf(em, place, { person, app });
  const registration = { ...formOf(person), identity, workspaceName };
  const { userId } = await transact(em, (tx) =>
    registerCoach(tx, { ...registration, origin: ORIGIN }, hooks.workspaces),
  );
  const { workspaceId } = await em.fork().findOneOrFail(WorkspaceMembership, { userId });
  return { ...person, userId, workspaceId };
}

/** The coach invites a client, who registers with two phones and answers the questionnaire, or puts it off. */
export async function joinDemoClient(
  house: DemoHouse,
  place: SignInPlace,
  { person, coach, planIds, putsOff }: DemoJoining,
): Promise<DemoClient> {
  const { em } = house;
  const { userId, relationshipId } = await acceptInvitation(house, place, { person, coach });
  const deviceId = await registerPhone(em, userId);
  const secondDeviceId = await registerPhone(em, userId);
  const client = { ...person, userId, relationshipId, deviceId, secondDeviceId };
  if (putsOff) await putOffQuestionnaire(em, client);
  else await answerQuestionnaire(em, client);
  await house.deliver();
  const to = { workspaceId: coach.workspaceId, relationshipId, assignedByUserId: coach.userId };
  const dates = { startDate: null, endDate: null, followsNewer: true, requestId: null };
  for (const planId of putsOff ? planIds.slice(0, 2) : planIds)
    await transact(em, (tx) => assignPlan(tx, { ...to, ...dates, planId }));
  await house.deliver();
  return client;
}

interface DemoJoining {
  readonly person: DemoPerson;
  readonly coach: DemoCoach;
  readonly planIds: readonly string[];
  /** The client puts the questionnaire off; food and programs wait for it. */
  readonly putsOff: boolean;
}

const ORIGIN = {
  requestId: "demo",
  ipHash: "demo",
  network: "127.0.*.*",
  userAgentHash: "demo",
  inForce: LEGAL_VERSIONS,
};

const formOf = ({ name }: DemoPerson) => ({
  displayName: name,
  locale: "en",
  timezone: TIMEZONE,
  ...LEGAL_VERSIONS,
});

/** The sign-in of a person at an app, as its token says. */
export async function signInOf(
  em: SqlEntityManager,
  { issuer, subjectOf }: SignInPlace,
  { person, app }: { person: DemoPerson; app: Pick<ClientSignIn, "clientId" | "surface"> },
): Promise<ClientSignIn> {
  return {
    provider: "email-password",
    issuer,
    tenant: "",
    subject: subjectOf(person),
    email: person.email,
    emailVerified: true,
    phone: null,
    phoneVerified: false,
    providerSessionId: randomUUID(),
    issuedAt: await clockNow(em.fork()),
    ...app,
  };
}

async function acceptInvitation(
  { em, invitationKey }: DemoHouse,
  place: SignInPlace,
  { person, coach }: Pick<DemoJoining, "person" | "coach">,
) {
  const invite = {
    workspaceId: coach.workspaceId,
    invitedByUserId: coach.userId,
    contact: { kind: "EMAIL", value: person.email } as const,
    requestId: "demo",
    invitationKey,
  };
  const invitation = await transact(em, (tx) => inviteClient(tx, invite));
  const app = { clientId: "sideline-client-mobile", surface: "CLIENT_MOBILE" } as const;
  const identity = await signInOf(em, place, { person, app });
  const opening = {
    identity,
    invitationToken: await deriveInvitationToken(invitationKey, invitation),
  };
  const { id: validationId } = await transact(em, (tx) => validateInvitation(tx, opening));
  const registration = { ...formOf(person), ...opening, validationId, deviceIdHash: null };
  return await transact(em, (tx) =>
    registerClient(tx, { ...registration, origin: ORIGIN }, hooks.relationships),
  );
}

async function registerPhone(em: SqlEntityManager, userId: string): Promise<string> {
  const registration = {
    appSurface: "CLIENT_MOBILE",
    installationId: randomUUID(),
    appVersion: "1.0.0",
    buildNumber: 1,
    platform: "IOS",
    osVersion: "19.1",
  } as const;
  const registering = { userId, appSessionId: newId(), requestId: "demo", registration };
  // Nobody has the secret of such a hash; these phones only have a history.
  const secretHashOf = () => randomUUID();
  const device = await transact(em, (tx) => registerDevice(tx, { ...registering, secretHashOf }));
  return device.deviceId;
}

async function answerQuestionnaire(
  em: SqlEntityManager,
  { userId: clientUserId, relationshipId }: DemoClient,
): Promise<void> {
  const form = await em.fork().findOneOrFail(FormAssignment, { relationshipId });
  const answers = { formAssignmentId: form.id, clientUserId, answers: INTAKE_ANSWERS };
  await transact(em, (tx) => submitForm(tx, { ...answers, requestId: null }));
}

async function putOffQuestionnaire(
  em: SqlEntityManager,
  { userId: clientUserId, relationshipId }: DemoClient,
): Promise<void> {
  const { id: instanceId } = await em.fork().findOneOrFail(OnboardingInstance, { relationshipId });
  const task = await em
    .fork()
    .findOneOrFail(OnboardingTask, { instanceId, taskType: "QUESTIONNAIRE" });
  const skip = { taskId: task.id, clientUserId, reason: null, requestId: null };
  await transact(em, (tx) => skipTask(tx, skip));
}
