import { randomUUID } from "node:crypto";
import { validateInvitation } from "../../../../activities/invitations/validate-invitation.ts";
import { registerDevice } from "../../../../activities/sync/devices/register-device.ts";
import {
  DEVICE_SURFACES,
  type Surface,
  type TokenRole,
} from "../../../../contract/accounts/vocabulary.ts";
import { RateLimit } from "../../../../db/platform/rate-limit.ts";
import { AppSession } from "../../../../db/accounts/app-session.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import type { TestApi } from "../../../harness/api.ts";
import type { TestIssuer } from "../../../harness/test-issuer.ts";
import { buildIdentity, buildInvitation } from "../../accounts/identity.ts";
import type { MatrixPrincipal } from "./principal.ts";
import type { Practice } from "./practice.ts";
import { buildScopeOrder } from "./purge.ts";

/** The API and issuer of the principals, and the practice whose ids they use. */
export interface World {
  readonly api: TestApi;
  readonly issuer: TestIssuer;
  readonly here: Practice;
}

/** How a principal signs in, and the values of its requests. */
interface SignIn {
  /** By default CLIENT_MOBILE. */
  readonly surface?: Surface;
  readonly role?: TokenRole;
  /** The verified and invited e-mail; by default a new one. */
  readonly email?: string;
  /** The address of the person's invitation as a client; by default the e-mail, which a member must not be invited by. */
  readonly invitedEmail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
}

const CLIENT_IDS: Record<Surface, string> = {
  WEB: "sideline-web",
  COACH_MOBILE: "sideline-coach-mobile",
  CLIENT_MOBILE: "sideline-client-mobile",
};

/** A person with an account and an open app session, with a device if the app has one. */
export async function openActor(
  world: World,
  subject: string,
  signIn: SignIn,
): Promise<MatrixPrincipal> {
  const actor = await signedIn(world, subject, signIn);
  const { em } = world.api.deps.database;
  await world.api.call("GET", "/api/v1/auth/sessions", actor);
  const providerSessionId = actor.values["providerSessionId"] ?? "";
  const session = await em.fork().findOneOrFail(AppSession, { providerSessionId });
  const own = await ownDevice(world, session);
  return { ...actor, values: { ...actor.values, sessionId: session.id, ...own } };
}

/** A person without an account, with an opened invitation. */
export async function newcomer(world: World): Promise<MatrixPrincipal> {
  const subject = randomUUID();
  const email = anAddress();
  const actor = await signedIn(world, subject, { email });
  const { invitationToken = "" } = actor.values;
  const contact = { kind: "EMAIL", value: email } as const;
  const identity = buildIdentity({ contact, subject, issuer: world.issuer.issuer });
  const opened = await transact(world.api.deps.database.em, (tx) =>
    validateInvitation(tx, { identity, invitationToken }),
  );
  return { ...actor, values: { ...actor.values, validationId: opened.id } };
}

/** A person of administration or support, by default on WEB, without an account. */
export function staffMember(
  world: World,
  { subject = randomUUID(), ...signIn }: SignIn & { readonly subject?: string },
): Promise<MatrixPrincipal> {
  return signedIn(world, subject, { surface: "WEB", ...signIn });
}

async function signedIn(world: World, subject: string, signIn: SignIn): Promise<MatrixPrincipal> {
  const { surface = "CLIENT_MOBILE", role, headers = {}, values = {} } = signIn;
  // The account follows the e-mail: a client who is invited again uses an address that is new to us.
  const { email = anAddress(), invitedEmail = email } = signIn;
  const { here, issuer, api } = world;
  const providerSessionId = randomUUID();
  const app = { client_id: CLIENT_IDS[surface], azp: CLIENT_IDS[surface] };
  const claims = { ...app, sid: providerSessionId, roles: role === undefined ? [] : [role] };
  const tokenOf = (of: { readonly sub: string; readonly email: string }) =>
    issuer.sign({ claims: { ...claims, ...of } });
  const contact = { kind: "EMAIL", value: invitedEmail } as const;
  const { em } = api.deps.database;
  // The same people come to each route, more often than the daily limit of e-mails allows.
  await em.fork().nativeDelete(RateLimit, {});
  const invited = await buildInvitation(em, here.coach, contact);
  return {
    surface,
    token: await tokenOf({ sub: subject, email }),
    headers,
    values: {
      ...here.values,
      providerSessionId,
      accessToken: await tokenOf({ sub: randomUUID(), email: anAddress() }),
      invitationToken: invited.token,
      logout_token: await logoutToken(issuer),
      ...values,
    },
  };
}

/** A back-channel logout token for a session that nobody has. */
function logoutToken({ sign }: TestIssuer): Promise<string> {
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const claims = { events, aud: CLIENT_IDS.WEB, sub: randomUUID(), sid: undefined };
  return sign({ claims, header: { typ: "logout+jwt" } });
}

const anAddress = () => `${randomUUID()}@example.com`;

/** The ids of a person's own phone, which accepts pushes. */
async function ownDevice(world: World, session: AppSession) {
  const appSurface = DEVICE_SURFACES.find((known) => known === session.surface);
  if (appSurface === undefined) return { deviceId: randomUUID(), pushTokenId: randomUUID() };
  const { userId, id: appSessionId } = session;
  const phone = {
    appVersion: "1.0.0",
    buildNumber: 1,
    platform: "IOS",
    osVersion: "19.1",
    pushToken: randomUUID(),
  } as const;
  const registration = { appSurface, installationId: randomUUID(), ...phone };
  const requestId = "matrix";
  const device = await transact(world.api.deps.database.em, (tx) =>
    registerDevice(tx, { userId, appSessionId, registration, requestId, secretHashOf: (id) => id }),
  );
  const { deviceId, pushTokenId } = device;
  const orderId = await buildScopeOrder(world.api.deps.database.em, deviceId);
  const clientBatchId = await buildNamedBatch(world, deviceId);
  return { deviceId, pushTokenId: pushTokenId ?? randomUUID(), orderId, clientBatchId };
}

/** A batch that a client's device sent under a name. Returns the name. */
async function buildNamedBatch({ api }: World, deviceId: string): Promise<string> {
  const id = randomUUID();
  await api.deps.database.em.fork().execute(
    `insert into client_batch
     select device.lineage_id, relationship.id, ?::uuid, device.id, '[]', clock_now()
     from device join relationship on relationship.client_user_id = device.user_id
     where device.id = ?::uuid`,
    [id, deviceId],
  );
  return id;
}
