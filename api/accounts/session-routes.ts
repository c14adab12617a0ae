import { type Logout, logOut } from "../../activities/accounts/log-out.ts";
import { reportSession } from "../../activities/accounts/report-session.ts";
import { revokeSessions } from "../../activities/accounts/revoke-sessions.ts";
import {
  type Heartbeat,
  clientHeartbeatAnswerSchema,
  endedSessionSchema,
  endedSessionsSchema,
  heartbeatAnswerSchema,
  heartbeatSchema,
  listSessionsQuerySchema,
  logoutSchema,
  sessionPageSchema,
  sessionParamsSchema,
} from "../../contract/accounts/session-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  findRelationshipStatus,
  listSessions,
  type SessionView,
} from "../../db/accounts/sessions/queries.ts";
import type { Tx } from "../../db/transact.ts";
import type { Caller } from "../guard/caller.ts";
import { act, type Endpoint, read, type RequestFacts } from "../endpoint.ts";
import type { ApiDeps } from "../deps.ts";
import { readIdPage } from "../id-page.ts";
import { keyedHash } from "../keyed-hash.ts";
import { purgeOrdersFor, revealAckTokens } from "../sync/purge-tokens.ts";
import { presentEndedSession, presentHeartbeat, presentSession } from "./present-session.ts";

const source = "docs/rules.md#accounts-sessions";

const coachHeartbeat = act({
  method: "POST",
  path: "/api/v1/auth/sessions/current/heartbeat",
  summary: "The coach's app is there; extends nothing",
  source,
  access: "coach",
  recordsLastSeen: true,
  body: heartbeatSchema,
  answer: heartbeatAnswerSchema,
  idempotency: "none",
  handle: async ({ tx, granted, body, request, deps }) =>
    presentHeartbeat(await report(tx, { caller: granted.caller, body, request, deps })),
});

const clientHeartbeat = act({
  method: "POST",
  path: "/api/v1/auth/client-session/heartbeat",
  summary: "The client's app is there; extends nothing, and hears of the relationship",
  source,
  access: "client",
  recordsLastSeen: true,
  body: heartbeatSchema,
  answer: clientHeartbeatAnswerSchema,
  idempotency: "none",
  handle: async ({ tx, granted: { caller }, body, request, deps }) => ({
    ...presentHeartbeat(await report(tx, { caller, body, request, deps })),
    relationshipStatus: await findRelationshipStatus(tx, caller.userId),
  }),
});

const logout = act({
  method: "POST",
  path: "/api/v1/auth/logout",
  summary: "Sign out of this session or another of yours; again, the same instant",
  source,
  access: "user",
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

const sessions = read({
  method: "GET",
  path: "/api/v1/auth/sessions",
  summary: "Your sessions, newest first",
  source,
  access: "user",
  query: listSessionsQuerySchema,
  answer: sessionPageSchema,
  handle: async ({ em, granted, query, deps }) => {
    const { userId, appSessionId } = granted.caller;
    const { status = null } = query;
    const list = { deps, scope: `sessions:${userId}:${status ?? ""}` };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listSessions(em, { userId, status, ...page }),
    );
    return { items: rows.map((session) => presentSession(session, appSessionId)), nextCursor };
  },
});

const revoke = act({
  method: "POST",
  path: "/api/v1/auth/sessions/{sessionId}/revoke",
  summary: "End one of your sessions; again, the same instant",
  source,
  access: "user",
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
  summary: "End all of your sessions, this one included",
  source,
  access: "user",
  answer: endedSessionsSchema,
  idempotency: "none",
  handle: async ({ tx, granted, request: { requestId }, deps }) => {
    const { userId } = granted.caller;
    const ending = { userId, which: { kind: "ALL" }, reason: "REVOKED_ALL" } as const;
    const { now, sessionIds } = await revokeSessions(
      tx,
      { ...ending, actor: userId, requestId },
      deps.hooks.sessions,
    );
    const purgeOrders = await purgeOrdersFor(tx, deps, { sessionIds });
    return { revokedAt: now.toISOString(), revokedCount: sessionIds.length, purgeOrders };
  },
  reveal: revealAckTokens,
});

/** Ends one session; its answer says what its devices are to delete, also when it is told again. */
async function endOne(tx: Tx, deps: ApiDeps, ending: Logout) {
  const ended = presentEndedSession(await logOut(tx, ending, deps.hooks.sessions));
  const purgeOrders = await purgeOrdersFor(tx, deps, { sessionIds: [ended.sessionId] });
  return { ...ended, purgeOrders };
}

/** Takes a heartbeat. @throws Refusal APP_ROLE_MISMATCH when it names another app than the token's. */
async function report(
  tx: Tx,
  beat: {
    readonly caller: Caller;
    readonly body: Heartbeat;
    readonly request: RequestFacts;
    readonly deps: ApiDeps;
  },
): Promise<SessionView> {
  const { caller, body, request, deps } = beat;
  if (body.clientApp !== caller.surface) throw new Refusal("APP_ROLE_MISMATCH");
  const { userId, appSessionId, identity } = caller;
  return reportSession(tx, {
    userId,
    appSessionId,
    provider: identity.provider,
    deviceIdHash: keyedHash(deps.keys.hash, "device", body.deviceId),
    ipHash: keyedHash(deps.keys.hash, "address", request.address),
    appVersion: body.appVersion,
    pushTokenId: body.pushTokenId ?? null,
    requestId: request.requestId,
  });
}

/** Routes of app sessions. */
export const sessionEndpoints: readonly Endpoint[] = [
  coachHeartbeat,
  clientHeartbeat,
  logout,
  sessions,
  revoke,
  revokeAll,
];
