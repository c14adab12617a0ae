import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { buildCoach, buildIdentity, buildRelationship } from "../factories/accounts/identity.ts";
import { dailyProgram } from "../factories/device/training-phone.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { buildEveryKind } from "../factories/quick-log/every-kind.ts";
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
  return { email, taskId };
}

/** The coach as the tests know it. */
export interface CoachOfStage {
  readonly email: string;
  readonly taskId: string;
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

/** The client as the tests know it. */
export interface ClientOfStage {
  readonly email: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly coachUserId: string;
}
