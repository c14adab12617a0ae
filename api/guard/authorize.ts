import { openAppSession } from "../../activities/accounts/sessions/open-app-session.ts";
import { markSessionSeen } from "../../activities/accounts/sessions/mark-session-seen.ts";
import type { Surface } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { CallerRow } from "../../db/accounts/guard/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { inSpan } from "../../db/platform/tracing/spans.ts";
import { networkOf } from "../../rules/accounts/network-of.ts";
import {
  type ClosableAccount,
  closedAccountRefusal,
} from "../../rules/accounts/closed-account-refusal.ts";
import { admitStranger, beginLogin } from "./begin-login.ts";
import type { Caller, ProviderIdentity } from "./caller.ts";
import type { Access, Granted } from "./access.ts";
import type { Endpoint } from "../endpoint.ts";
import { keyedHash } from "../keyed-hash.ts";
import { grantOperator } from "./grant-operator.ts";
import { type LoadedCaller, loadCaller } from "./load-caller.ts";
import { otherWays } from "./other-ways.ts";
import {
  grantCoachOf,
  grantParticipant,
  grantWorkspace,
  grantWorkspaceParticipant,
} from "./grant-scope.ts";
import { verifySignIn } from "./verify-sign-in.ts";
import type { Visit } from "./visit.ts";

/**
 * Decides whether the request may use the route, before reading its body: token, user, session, surface and role,
 * then scope (docs/rooms/sync.md#order-of-checks).
 *
 * @throws Refusal UNAUTHENTICATED, UNAVAILABLE, REGISTRATION_REQUIRED, USER_SUSPENDED,
 *   USER_PENDING_DELETION, USER_DELETED, PROVIDER_NOT_ALLOWED, CONTACT_NOT_VERIFIED, APP_ROLE_MISMATCH, FORBIDDEN,
 *   WORKSPACE_SUSPENDED, WORKSPACE_ARCHIVED, NOT_FOUND, REASON_REQUIRED.
 */
export function authorize(visit: Visit): Promise<Granted[Access]> {
  return inSpan("guard", () => decide(visit));
}

async function decide(visit: Visit): Promise<Granted[Access]> {
  const { access, surfaces } = visit.endpoint;
  if (access === "anonymous" || access === "provider") return {};
  const { authorization } = visit.req.headersDistinct;
  if (access === "service") return { machine: await visit.deps.verifyMachine(authorization) };
  const seenDevice = await verifySignIn(visit.deps, authorization, visit.requestId);
  const known = await findKnown(visit, seenDevice);
  // A stranger's next step is judged by the provider's present state.
  const identity = known === null ? await admitStranger(visit, seenDevice) : seenDevice;
  if (access === "admin" || access === "support") {
    return grantOperator({ ...visit, access, identity, caller: known?.caller ?? null });
  }
  if (known === null && access !== "identity") throw await refuseStranger(visit, identity);
  if (!(surfaces ?? SURFACES_OF[access]).includes(identity.surface)) {
    throw new Refusal("APP_ROLE_MISMATCH");
  }
  if (known === null) return { identity, caller: null };
  return grant(visit, access, known);
}

/** A caller with the facts from one read. */
interface Known extends LoadedCaller {
  readonly caller: Caller;
  readonly row: CallerRow;
}

/** Access that requires an account; operators are checked separately. */
type UserAccess = Exclude<Access, "anonymous" | "provider" | "service" | "admin" | "support">;

/** Refuses a sign-in without an account; if the route says so, names the other sign-ins that have one. */
async function refuseStranger(
  { deps, endpoint }: Visit,
  identity: ProviderIdentity,
): Promise<Refusal> {
  const required = new Refusal("REGISTRATION_REQUIRED");
  if (endpoint.addsOtherWays !== true) return required;
  const signInWith = await otherWays({ em: deps.database.em.fork(), identity, deps });
  return signInWith === null ? required : new Refusal("IDENTITY_NOT_LINKED", { signInWith });
}

/** Surfaces that an access admits unless its route names others. */
const SURFACES_OF: Record<UserAccess, readonly Surface[]> = {
  identity: ["WEB", "COACH_MOBILE", "CLIENT_MOBILE"],
  user: ["WEB", "COACH_MOBILE", "CLIENT_MOBILE"],
  coach: ["WEB", "COACH_MOBILE"],
  client: ["CLIENT_MOBILE"],
  "workspace-coach": ["WEB", "COACH_MOBILE"],
  "workspace-owner": ["WEB", "COACH_MOBILE"],
  "workspace-participant": ["WEB", "COACH_MOBILE", "CLIENT_MOBILE"],
  "relationship-coach": ["WEB", "COACH_MOBILE"],
  "relationship-participant": ["COACH_MOBILE", "CLIENT_MOBILE"],
  "device-owner": ["COACH_MOBILE", "CLIENT_MOBILE"],
};

function grant(
  visit: Visit,
  access: UserAccess,
  known: Known,
): Granted[Access] | Promise<Granted[Access]> {
  const { caller, row } = known;
  switch (access) {
    case "identity":
      return { identity: caller.identity, caller };
    case "user":
      requireOwnApp(caller, visit.endpoint);
      return { caller };
    case "device-owner":
      return { caller };
    case "client":
      requireRole(caller, "CLIENT");
      return { caller };
    case "coach":
      requireRole(caller, "COACH");
      if (!row.coaches) throw new Refusal("FORBIDDEN");
      return { caller };
    case "workspace-coach":
    case "workspace-owner":
      requireRole(caller, "COACH");
      return grantWorkspace(visit, access, known);
    case "workspace-participant":
      if (caller.surface !== "CLIENT_MOBILE") requireRole(caller, "COACH");
      return grantWorkspaceParticipant(visit, known);
    case "relationship-coach":
      requireRole(caller, "COACH");
      return grantCoachOf(visit, known);
    case "relationship-participant":
      return grantParticipant(visit, known);
  }
}

async function findKnown(visit: Visit, identity: ProviderIdentity): Promise<Known | null> {
  const { row, ...scope } = await loadCaller(visit, identity);
  if (row === null) return null;
  refuseClosed(row, visit.endpoint);
  refuseEnded(row, visit.endpoint);
  const appSessionId = row.appSessionId ?? (await openSession(visit, identity, row));
  if (row.seenLongAgo && visit.endpoint.recordsLastSeen !== true) {
    await transact(visit.deps.database.em, (tx) => markSessionSeen(tx, appSessionId));
  }
  const { userId, roles } = row;
  const caller = { userId, roles, appSessionId, surface: identity.surface, identity };
  return { row, ...scope, caller };
}

function openSession(visit: Visit, identity: ProviderIdentity, row: CallerRow): Promise<string> {
  const { userId, roles, identityId } = row;
  const { deps, req, requestId } = visit;
  const { ip = "" } = req;
  const from = { ipHash: keyedHash(deps.keys.hash, "address", ip), network: networkOf(ip) };
  return beginLogin(visit, { identity, userId }, (tx) =>
    openAppSession(tx, { identity, userId, roles, identityId, ...from, requestId }),
  );
}

/** Only the route that cancels a deletion is open before it. @throws Refusal USER_SUSPENDED etc. */
export function refuseClosed(account: ClosableAccount, endpoint: Endpoint): void {
  const refusal = closedAccountRefusal(account);
  if (refusal === null) return;
  const admitted = endpoint.admitsPendingDeletion === true;
  if (refusal.code !== "USER_PENDING_DELETION" || !admitted) throw refusal;
}

/** @throws Refusal UNAUTHENTICATED for a session that was signed out, or began as another user's. */
function refuseEnded(row: CallerRow, endpoint: Endpoint): void {
  const again = endpoint.admitsEndedSession === true && !row.sessionForeign;
  if (row.sessionEnded && !again) throw new Refusal("UNAUTHENTICATED");
}

function requireRole(caller: Caller, role: "COACH" | "CLIENT"): void {
  if (!caller.roles.includes(role)) throw new Refusal("APP_ROLE_MISMATCH");
}

/** The web app is for coaches. */
function requireOwnApp(caller: Caller, { admitsClientOnWeb }: Endpoint): void {
  if (caller.surface === "WEB" && admitsClientOnWeb !== true) requireRole(caller, "COACH");
}
