import { CLIENTS, COACH, SECOND_CLIENTS, SECOND_OWNER } from "../../tools/demo/demo-names.ts";
import { type SeededDemo, seedDemo } from "../../tools/demo/seed-demo.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { INVITATION_KEY } from "../factories/accounts/identity.ts";
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
