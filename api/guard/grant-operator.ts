import type { Request } from "express";
import {
  ACCESS_REASON_HEADER,
  MAX_REASON_LENGTH,
} from "../../contract/accounts/support-vocabulary.ts";
import type { TokenRole } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { isEndedAtProvider } from "../../db/accounts/sessions/queries.ts";
import { hasSupportGrant } from "../../db/accounts/support/queries.ts";
import type { Caller, OperatorAccess, ProviderIdentity } from "./caller.ts";
import type { Visit } from "./visit.ts";

/**
 * Admits an operator by the role of the token; a support person also needs a grant. Both need a second factor, and a
 * reason for raw records (docs/rooms/wire.md#support-access).
 *
 * @throws Refusal UNAUTHENTICATED, FORBIDDEN, APP_ROLE_MISMATCH, REASON_REQUIRED.
 */
export async function grantOperator(visit: OperatorVisit): Promise<OperatorAccess> {
  const { identity, caller, endpoint } = visit;
  const em = visit.deps.database.em.fork();
  // A caller with an account has an app session, which the guard has checked.
  if (caller === null && (await isEndedAtProvider(em, identity))) {
    throw new Refusal("UNAUTHENTICATED");
  }
  const role = await roleOf(visit);
  if (identity.surface !== "WEB") throw new Refusal("APP_ROLE_MISMATCH");
  const { operatorAcr: acr } = visit.deps;
  if (identity.acr !== acr) throw new Refusal("UNAUTHENTICATED", { challenge: { acr } });
  const reason = endpoint.needsReason === true ? requireReason(visit.req) : null;
  return { identity, caller, role, reason };
}

/** An operator who calls a route of administration or support. */
interface OperatorVisit extends Pick<Visit, "deps" | "endpoint" | "req"> {
  readonly access: "admin" | "support";
  readonly identity: ProviderIdentity;
  /** Null for staff without an account. */
  readonly caller: Caller | null;
}

/**
 * The role that opens the route.
 *
 * @throws Refusal FORBIDDEN; a support person learns which permission is missing.
 */
async function roleOf({ deps, endpoint, access, identity }: OperatorVisit): Promise<TokenRole> {
  if (identity.roles.includes("admin")) return "admin";
  const { permission } = endpoint;
  const isSupport = access === "support" && identity.roles.includes("support");
  if (!isSupport || permission === undefined) throw new Refusal("FORBIDDEN");
  const granted = await hasSupportGrant(deps.database.em.fork(), identity, permission);
  if (!granted) throw new Refusal("FORBIDDEN", { permission });
  return "support";
}

/** Headers arrive as bytes; people write UTF-8. */
function requireReason(req: Request): string {
  const [given = "", ...others] = req.headersDistinct[ACCESS_REASON_HEADER.toLowerCase()] ?? [];
  const reason = Buffer.from(given, "latin1").toString("utf8").trim();
  const fits = reason !== "" && reason.length <= MAX_REASON_LENGTH && !/\p{Cc}/u.test(reason);
  if (others.length > 0 || !fits) throw new Refusal("REASON_REQUIRED");
  return reason;
}
