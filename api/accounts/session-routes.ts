import { reportSession } from "../../activities/accounts/report-session.ts";
import {
  type Heartbeat,
  heartbeatAnswerSchema,
  heartbeatSchema,
  listSessionsQuerySchema,
  sessionPageSchema,
} from "../../contract/accounts/session-schema.ts";
import { clientHeartbeatAnswerSchema } from "../../contract/relationships/schema.ts";
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
import { presentHeartbeat, presentSession } from "./present-session.ts";

const source = "docs/rules.md#accounts-sessions";

const coachHeartbeat = act({
  method: "POST",
  path: "/api/v1/auth/sessions/current/heartbeat",
  name: "sendCoachHeartbeat",
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
  name: "sendClientHeartbeat",
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

const sessions = read({
  method: "GET",
  path: "/api/v1/auth/sessions",
  name: "listSessions",
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
export const sessionEndpoints: readonly Endpoint[] = [coachHeartbeat, clientHeartbeat, sessions];
