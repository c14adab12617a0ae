import { heartbeatSchema } from "../../contract/accounts/session-schema.ts";
import { clientHeartbeatAnswerSchema } from "../../contract/relationships/schema.ts";
import { findRelationshipStatus } from "../../db/relationships/queries.ts";
import { presentHeartbeat } from "../accounts/present-session.ts";
import { reportHeartbeat } from "../accounts/report-heartbeat.ts";
import { act, type Endpoint } from "../endpoint.ts";

const clientHeartbeat = act({
  method: "POST",
  path: "/api/v1/auth/client-session/heartbeat",
  name: "sendClientHeartbeat",
  summary:
    "Report that the client's app is in use; extends nothing; returns the relationship's state",
  source: "docs/rooms/accounts.md#sessions",
  access: "client",
  recordsLastSeen: true,
  body: heartbeatSchema,
  answer: clientHeartbeatAnswerSchema,
  idempotency: "none",
  handle: async ({ tx, granted: { caller }, body, request, deps }) => ({
    ...presentHeartbeat(await reportHeartbeat(tx, { caller, body, request, deps })),
    relationshipStatus: await findRelationshipStatus(tx, caller.userId),
  }),
});

/** The heartbeat of a client's app. */
export const clientHeartbeatEndpoints: readonly Endpoint[] = [clientHeartbeat];
