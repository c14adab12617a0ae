import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { syncAnswerSchema } from "../../contract/sync/schema.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { tables } from "../../db/tables.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { buildCoach, buildIdentity, buildRelationship } from "../factories/accounts/identity.ts";
import { invitedBy, registeredCoach } from "../factories/accounts/people.ts";
import { dailyProgram } from "../factories/device/training-phone.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { buildEveryKind } from "../factories/quick-log/every-kind.ts";
import { registeredDevice, syncPath } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { type TestApi, startApi } from "../harness/api.ts";

/** An API that serves the page of a folder, and the development provider at which people sign in. */
export async function startPhoneStage(fill: FillFolder): Promise<PhoneStage> {
  const folder = mkdtempSync(join(tmpdir(), "sideline-phone-"));
  const [port = 0, apiPort = 0] = await findFreePorts(2);
  const provider = await startProvider({
    port,
    directory: null,
    audience: "sideline-api",
    backchannelLogoutUri: `http://127.0.0.1:${apiPort}/api/v1/auth/backchannel-logout`,
  });
  const { issuer } = provider;
  await fill(folder, issuer);
  const api = await startApi({ port: apiPort, issuer, links: { issuer }, phoneDirectory: folder });
  return {
    api,
    issuer,
    async close() {
      await api.close();
      await provider.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The running API and provider. */
export interface PhoneStage {
  readonly api: TestApi;
  readonly issuer: string;
  readonly close: () => Promise<void>;
}

/** Writes the page into the folder, for people of this issuer. */
type FillFolder = (folder: string, issuer: string) => Promise<unknown>;
/** A client with one task of every kind today, who signs in at the stage's provider by e-mail. */
export async function buildClientOfStage(stage: PhoneStage): Promise<ClientOfStage> {
  const client = await buildBareClient(stage);
  await buildEveryKind(stage.api.deps.database.em, { ...client, timezone: "UTC" });
  return client;
}

async function buildBareClient({ api, issuer }: PhoneStage): Promise<ClientOfStage> {
  const { em } = api.deps.database;
  const email = `${randomUUID()}@example.com`;
  const { subject } = await signIn({ issuer, clientId: "sideline-client-mobile", email });
  const coach = await buildCoach(em, buildIdentity({ issuer }));
  const { client, relationshipId, workspaceId } = await buildRelationship(em, {
    coach,
    timezone: "UTC",
  });
  const { userId } = client;
  await em.fork().nativeUpdate(AuthIdentity, { userId }, { issuer, subject });
  return { email, relationshipId, workspaceId, coachUserId: coach.userId };
}

/** A coach with one client and one row in the inbox, who signs in at the stage's provider by e-mail. */
export async function buildCoachOfStage({ api, issuer }: PhoneStage): Promise<CoachOfStage> {
  const { em } = api.deps.database;
  const email = `${randomUUID()}@example.com`;
  const { subject } = await signIn({ issuer, clientId: "sideline-coach-mobile", email });
  const coach = await buildCoach(em, buildIdentity({ issuer, clientId: "sideline-coach-mobile" }));
  const { client, relationshipId, workspaceId } = await buildRelationship(em, { coach });
  await em.fork().nativeUpdate(AuthIdentity, { userId: coach.userId }, { issuer, subject });
  const owner = {
    workspaceId,
    relationshipId,
    clientUserId: client.userId,
    coachUserId: coach.userId,
  };
  const { id: taskId } = await putCoachTask(em, owner);
  return { email, taskId, workspaceId };
}

/** The coach as the tests know it. */
export interface CoachOfStage {
  readonly email: string;
  readonly taskId: string;
  readonly workspaceId: string;
}

/** A client with a program whose workout of today is ready to be taken along. */
export async function buildTrainingClientOfStage(stage: PhoneStage): Promise<ClientOfStage> {
  const { em } = stage.api.deps.database;
  const client = await buildBareClient(stage);
  const { relationshipId } = client;
  await planActs(em).give(client, dailyProgram());
  await prepareFor(em, [relationshipId], null);
  return client;
}

/** The coach replaces the client's program by another one; the old workout may not be submitted any more. */
export async function replaceProgram(
  { api }: PhoneStage,
  { relationshipId, workspaceId, coachUserId }: ClientOfStage,
): Promise<void> {
  const { em } = api.deps.database;
  const owner = { workspaceId, relationshipId, coachUserId };
  const acts = planActs(em);
  const { id } = await tables(em)
    .selectFrom("planAssignment")
    .select("id")
    .where("relationshipId", "=", relationshipId)
    .executeTakeFirstOrThrow();
  await acts.supersede(owner, id, await acts.make(owner, dailyProgram("Power", 3)), true);
  await prepareFor(em, [relationshipId], null);
}

/** The client as the tests know it. */
export interface ClientOfStage {
  readonly email: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly coachUserId: string;
}

/** Somebody whom a coach of the stage has invited, and who has no account yet. */
export async function inviteToStage({ api, issuer }: PhoneStage): Promise<InvitedToStage> {
  const coachEmail = `${randomUUID()}@example.com`;
  const signInOfCoach = { issuer, clientId: "sideline-coach-mobile", email: coachEmail };
  const token = async () => (await signIn(signInOfCoach)).accessToken;
  const coach = await registeredCoach(api, { email: coachEmail, token });
  const email = `${randomUUID()}@example.com`;
  const { invitationToken } = await invitedBy(api, coach, email);
  return { email, invitationToken, workspaceId: coach.workspaceId };
}

/** An invitation as the tests know it. */
export interface InvitedToStage {
  readonly email: string;
  readonly invitationToken: string;
  readonly workspaceId: string;
}

/** On another phone, the client skips the photos of the day and takes it back: the task has a newer revision. */
export async function skipPhotosElsewhere(
  { api, issuer }: PhoneStage,
  { email, relationshipId }: ClientOfStage,
): Promise<void> {
  const { accessToken: token } = await signIn({
    issuer,
    clientId: "sideline-client-mobile",
    email,
  });
  const deviceId = await registeredDevice(api, token);
  const { id: taskId } = await tables(api.deps.database.em)
    .selectFrom("agendaTask")
    .select("id")
    .where("relationshipId", "=", relationshipId)
    .where("taskKind", "=", "PHOTO")
    .executeTakeFirstOrThrow();
  const skipped = queued("quick-log.skip", { taskId, reason: "OTHER" });
  const { clientOperationId: undoesClientOperationId } = skipped;
  const undone = queued(
    "quick-log.undo",
    { taskId, undoesClientOperationId },
    { localSequence: 2, expectedRevision: 2, dependsOn: [undoesClientOperationId] },
  );
  const body = { deviceId, operations: [skipped, undone] };
  const answer = await api.call("POST", syncPath(relationshipId), { token, body });
  const { results } = syncAnswerSchema.parse(answer.data);
  if (results.some(({ status }) => status !== "ACCEPTED")) throw new Error(answer.text);
}

/** On another phone, the coach resolves the task. */
export async function resolveElsewhere(
  { api, issuer }: PhoneStage,
  { email, taskId, workspaceId }: CoachOfStage,
): Promise<void> {
  const { accessToken: token } = await signIn({ issuer, clientId: "sideline-coach-mobile", email });
  const path = `/api/v1/workspaces/${workspaceId}/coach-tasks/${taskId}/resolve`;
  const body = { resolutionType: "NOT_RELEVANT", expectedRevision: 1 };
  const answer = await api.call("POST", path, { token, key: randomUUID(), body });
  if (answer.status !== 200) throw new Error(answer.text);
}
