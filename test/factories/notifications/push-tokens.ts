import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { registerPushToken } from "../../../activities/notifications/register-push-token.ts";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { PushProvider } from "../../../contract/notifications/vocabulary.ts";
import { AppSession } from "../../../db/accounts/app-session.ts";
import { AuthIdentity } from "../../../db/accounts/auth-identity.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";

/** A user's phone, signed in. */
export interface BuiltPhone {
  readonly id: string;
  readonly appSessionId: string;
  readonly token: string;
}

/** Opens a session of this user in an app, as a sign-in does. Returns its id. */
export async function buildSession(
  em: SqlEntityManager,
  userId: string,
  surface: DeviceSurface = "CLIENT_MOBILE",
): Promise<string> {
  const identity = await em.fork().findOneOrFail(AuthIdentity, { userId });
  const session = {
    id: randomUUID(),
    userId,
    identityId: identity.id,
    issuer: identity.issuer,
    providerSessionId: randomUUID(),
    clientApp: "app",
    surface,
    startedAt: new Date(),
    lastSeenAt: new Date(),
  };
  const unknown = {
    deviceIdHash: null,
    ipHash: null,
    network: null,
    revokedAt: null,
    appVersion: null,
    pushTokenId: null,
    reportedAt: null,
    revokedFor: null,
  };
  await em.fork().insert(AppSession, { ...session, ...unknown });
  return session.id;
}

/** Signs a user in on a phone that accepts pushes. */
export async function buildPhone(
  em: SqlEntityManager,
  user: {
    readonly userId: string;
    readonly surface?: DeviceSurface;
    readonly provider?: PushProvider;
  },
): Promise<BuiltPhone> {
  const { userId, surface = "CLIENT_MOBILE", provider = "FCM" } = user;
  const appSessionId = await buildSession(em, userId, surface);
  const token = `token-${randomUUID()}`;
  const registration = { userId, appSessionId, surface, provider, token };
  const { id } = await transact(em, (tx) => registerPushToken(tx, registration));
  return { id, appSessionId, token };
}
