import { randomUUID } from "node:crypto";
import { clientRegistrationAnswerSchema } from "../../../contract/onboarding/client-account-schema.ts";
import { coachRegistrationAnswerSchema } from "../../../contract/workspaces/coach-schema.ts";
import {
  createdInvitationSchema,
  invitationValidationSchema,
} from "../../../contract/invitations/schema.ts";
import type { TestAnswer, TestApi } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { registrationForm } from "./identity.ts";

const CLIENT_IDS = {
  WEB: "sideline-web",
  COACH_MOBILE: "sideline-coach-mobile",
  CLIENT_MOBILE: "sideline-client-mobile",
} as const;

/** A person with their own sign-in, who may use several apps. */
export interface Person {
  readonly email: string;
  /** An access token for an app, with optional changes of its claims. */
  token(app: keyof typeof CLIENT_IDS, claims?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Claims of a sign-in that is too old for what needs a fresh one. */
export const STALE_SIGN_IN = { auth_time: Math.floor(Date.now() / 1000) - 3_600 } as const;

/** A new person without an account. */
export function somebody(issuer: TestIssuer, email = `${randomUUID()}@example.com`): Person {
  const sub = randomUUID();
  const sid = randomUUID();
  return {
    email,
    token: (app, claims = {}) => {
      const client = { client_id: CLIENT_IDS[app], azp: CLIENT_IDS[app] };
      return issuer.sign({ claims: { sub, sid, email, ...client, ...claims } });
    },
  };
}

/** A coach who registered over HTTP. */
export async function registeredCoach(api: TestApi, person: Person) {
  const token = await person.token("COACH_MOBILE");
  const body = { ...registrationForm(), displayName: "Cora Coach" };
  const answer = await api.call("POST", "/api/v1/auth/coach-registration", { token, body });
  const { user, workspace } = coachRegistrationAnswerSchema.parse(answer.data);
  return { person, token, userId: user.userId, workspaceId: workspace.workspaceId };
}
export type RegisteredCoach = Awaited<ReturnType<typeof registeredCoach>>;

/** Invites an e-mail address over HTTP; the token is extracted from the link. */
export async function invitedBy(api: TestApi, coach: RegisteredCoach, email: string) {
  const path = `/api/v1/workspaces/${coach.workspaceId}/invitations`;
  const request = { token: coach.token, key: randomUUID(), body: { email } };
  const { data } = await api.call("POST", path, request);
  const invitation = createdInvitationSchema.parse(data);
  return { ...invitation, invitationToken: tokenOf(invitation.link) };
}

/** The token in a link. */
export function tokenOf(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
}

/** Opens an invitation over HTTP. */
export async function validatedFor(api: TestApi, person: Person, invitationToken: string) {
  const token = await person.token("CLIENT_MOBILE");
  const body = { invitationToken };
  const answer = await api.call("POST", "/api/v1/client-invitations/validate", { token, body });
  return invitationValidationSchema.parse(answer.data).validationId;
}

/** The body with which a client registers. */
export function clientForm(invitationToken: string, validationId: string) {
  return { ...registrationForm(), invitationToken, validationId, clientApp: "CLIENT_MOBILE" };
}

/** Registers with an opened invitation over HTTP. */
export async function registerAsClient(
  api: TestApi,
  person: Person,
  body: unknown,
): Promise<TestAnswer> {
  const token = await person.token("CLIENT_MOBILE");
  return api.call("POST", "/api/v1/auth/client-onboarding-registration", { token, body });
}

/** A client who was invited, opened the invitation and registered over HTTP. */
export async function registeredClient(api: TestApi, coach: RegisteredCoach, person: Person) {
  const { invitationToken } = await invitedBy(api, coach, person.email);
  const validationId = await validatedFor(api, person, invitationToken);
  const body = clientForm(invitationToken, validationId);
  const { data } = await registerAsClient(api, person, body);
  return { person, body, ...clientRegistrationAnswerSchema.parse(data) };
}

/** Status and code of a refusal, e.g. `404 NOT_FOUND`. */
export function refusalOf({ status, body }: TestAnswer): string {
  return `${status} ${String(body["code"])}`;
}
