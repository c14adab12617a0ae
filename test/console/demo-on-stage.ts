import type { Severity } from "../../contract/inbox/vocabulary.ts";
import { tables } from "../../db/tables.ts";
import { CLIENTS, COACH, SECOND_CLIENTS, SECOND_OWNER } from "../../tools/demo/demo-names.ts";
import { type SeededDemo, seedDemo } from "../../tools/demo/seed-demo.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { INVITATION_KEY } from "../factories/accounts/identity.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import type { ConsoleStage } from "./stage.ts";

/** Plays the small demo for people who sign in at the stage's provider. */
export async function seedStageDemo({ api, issuer }: ConsoleStage): Promise<SeededDemo> {
  const people = [COACH, SECOND_OWNER, ...CLIENTS.slice(0, 1), ...SECOND_CLIENTS];
  const subjects = new Map<string, string>();
  for (const { email } of people) {
    const { subject } = await signIn({ issuer, clientId: "sideline-web", email });
    subjects.set(email, subject);
  }
  const place = {
    em: api.deps.database.em,
    ownerUrl: api.database.ownerUrl,
    invitationKey: INVITATION_KEY,
  };
  const subjectOf = ({ email }: { readonly email: string }) => subjects.get(email) ?? email;
  return await seedDemo(place, { issuer, subjectOf }, { size: "small", now: new Date() });
}

/** Adds tasks about the demo's first client; the hour of the day decides how many the demo itself has. */
export async function putDemoTasks(
  { api }: ConsoleStage,
  workspaceId: string,
  severities: readonly Severity[],
): Promise<void> {
  const { em } = api.deps.database;
  const { relationshipId, ...people } = await tables(em)
    .selectFrom("relationship")
    .select(["id as relationshipId", "clientUserId", "coachUserId"])
    .where("workspaceId", "=", workspaceId)
    .executeTakeFirstOrThrow();
  const owner = { workspaceId, relationshipId, ...people };
  for (const severity of severities) await putCoachTask(em, owner, { severity, dueAt: new Date() });
}
