import {
  heartbeatAnswerSchema,
  heartbeatSchema,
  listSessionsQuerySchema,
  sessionPageSchema,
} from "../../contract/accounts/session-schema.ts";
import { listSessions } from "../../db/accounts/sessions/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { presentHeartbeat, presentSession } from "./present-session.ts";
import { reportHeartbeat } from "./report-heartbeat.ts";

const source = "docs/rooms/accounts.md#sessions";

const coachHeartbeat = act({
  method: "POST",
  path: "/api/v1/auth/sessions/current/heartbeat",
  name: "sendCoachHeartbeat",
  summary: "Report that the coach's app is in use; extends nothing",
  source,
  access: "coach",
  recordsLastSeen: true,
  body: heartbeatSchema,
  answer: heartbeatAnswerSchema,
  idempotency: "none",
  handle: async ({ tx, granted, body, request, deps }) =>
    presentHeartbeat(await reportHeartbeat(tx, { caller: granted.caller, body, request, deps })),
});

const sessions = read({
  method: "GET",
  path: "/api/v1/auth/sessions",
  name: "listSessions",
  summary: "Your sessions, newest first",
  source,
  access: "user",
  admitsClientOnWeb: true,
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

/** Routes of app sessions; a client's heartbeat also returns the relationship's state. */
export const sessionEndpoints: readonly Endpoint[] = [coachHeartbeat, sessions];
