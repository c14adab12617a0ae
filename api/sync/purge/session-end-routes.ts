import { type Logout, logOut } from "../../../activities/accounts/sessions/log-out.ts";
import {
  revokeSessions,
  type SessionsEnding,
} from "../../../activities/accounts/sessions/revoke-sessions.ts";
import { logoutSchema, sessionParamsSchema } from "../../../contract/accounts/session-schema.ts";
import {
  endedSessionSchema,
  endedSessionsSchema,
} from "../../../contract/sync/session-end-schema.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { act, type Endpoint } from "../../endpoint.ts";
import type { ApiDeps } from "../../api-deps.ts";
import { purgeOrdersFor, revealAckTokens } from "./purge-orders-for.ts";
import { presentEndedSession } from "../../accounts/present-session.ts";

const source = "docs/rooms/accounts.md#sessions";

const logout = act({
  method: "POST",
  path: "/api/v1/auth/logout",
  name: "logOut",
  summary:
    "Sign out of this session or another of yours; a repeated request returns the first instant",
  source,
  access: "user",
  traffic: "SIGN_OUT",
  admitsClientOnWeb: true,
  admitsEndedSession: true,
  body: logoutSchema,
  answer: endedSessionSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, body, request: { requestId }, deps }) => {
    const { userId, appSessionId } = granted.caller;
    const sessionId = body.sessionId ?? null;
    return endOne(tx, deps, { userId, appSessionId, sessionId, requestId });
  },
  reveal: revealAckTokens,
});

const revoke = act({
  method: "POST",
  path: "/api/v1/auth/sessions/{sessionId}/revoke",
  name: "revokeSession",
  summary: "End one of your sessions; a repeated request returns the first instant",
  source,
  access: "user",
  admitsClientOnWeb: true,
  traffic: "SIGN_OUT",
  params: sessionParamsSchema,
  answer: endedSessionSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, params, request: { requestId }, deps }) => {
    const { userId, appSessionId } = granted.caller;
    const { sessionId } = params;
    return endOne(tx, deps, { userId, appSessionId, sessionId, requestId });
  },
  reveal: revealAckTokens,
});

const revokeAll = act({
  method: "POST",
  path: "/api/v1/auth/sessions/revoke-all",
  name: "revokeAllSessions",
  summary: "End all of your sessions, including this one",
  source,
  access: "user",
  admitsClientOnWeb: true,
  traffic: "SIGN_OUT",
  answer: endedSessionsSchema,
  idempotency: "none",
  handle: async ({ tx, granted, request: { requestId }, deps }) => {
    const { userId } = granted.caller;
    return await endSeveral(tx, deps, { userId, which: { kind: "ALL" }, requestId });
  },
  reveal: revealAckTokens,
});

const revokeOthers = act({
  method: "POST",
  path: "/api/v1/auth/sessions/revoke-others",
  name: "revokeOtherSessions",
  summary: "End all of your sessions except this one",
  source,
  access: "user",
  admitsClientOnWeb: true,
  traffic: "SIGN_OUT",
  answer: endedSessionsSchema,
  idempotency: "none",
  handle: async ({ tx, granted, request: { requestId }, deps }) => {
    const { userId, appSessionId: sessionId } = granted.caller;
    return await endSeveral(tx, deps, { userId, which: { kind: "OTHERS", sessionId }, requestId });
  },
  reveal: revealAckTokens,
});

/** Ends the sessions that a person chose; those ended before are not reported again. */
async function endSeveral(
  tx: Tx,
  deps: ApiDeps,
  chosen: Pick<SessionsEnding, "userId" | "which" | "requestId">,
) {
  const ending = { ...chosen, reason: "REVOKED_ALL", actor: chosen.userId } as const;
  const { now, sessionIds } = await revokeSessions(tx, ending, deps.hooks.sessions);
  const purgeOrders = await purgeOrdersFor(tx, deps, { sessionIds });
  return { revokedAt: now.toISOString(), revokedCount: sessionIds.length, purgeOrders };
}

/** Ends one session; its answer lists its devices' purge orders, on a replay too. */
async function endOne(tx: Tx, deps: ApiDeps, ending: Logout) {
  const ended = presentEndedSession(await logOut(tx, ending, deps.hooks.sessions));
  const purgeOrders = await purgeOrdersFor(tx, deps, { sessionIds: [ended.sessionId] });
  return { ...ended, purgeOrders };
}

/** Routes that end app sessions: their answers list the devices' purge orders. */
export const sessionEndEndpoints: readonly Endpoint[] = [logout, revoke, revokeOthers, revokeAll];
