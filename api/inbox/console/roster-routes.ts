import { z } from "zod";
import {
  rosterPageSchema,
  rosterQuerySchema,
} from "../../../contract/inbox/console/roster-schema.ts";
import { idSchema } from "../../../contract/wire.ts";
import { MEMBER_PERMISSIONS } from "../../../contract/workspaces/vocabulary.ts";
import { rankClients } from "../../../db/inbox/console/roster/queries.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { type Endpoint, read } from "../../endpoint.ts";
import { textAnswer } from "../../text-answer.ts";
import { presentClients } from "./present-clients.ts";
import { encodeRosterCursor, openRosterCursor } from "./roster-cursor.ts";

const clients = read({
  method: "GET",
  path: "/api/v1/workspaces/{workspaceId}/clients",
  name: "listClients",
  summary: "Clients of the workspace, those who need a coach first, each with the reason",
  source: "docs/rooms/inbox.md#roster",
  access: "workspace-coach",
  params: z.strictObject({ workspaceId: idSchema }),
  query: rosterQuerySchema,
  answer: rosterPageSchema,
  refusals: ["CURSOR_INVALID"],
  // A cursor is judged once the guard has admitted the caller.
  ask: async (executor, { identity, params: { workspaceId }, query: { cursor, ...page } }) =>
    cursor === undefined
      ? await rankClients(executor, { ...page, workspaceId, after: null, reader: identity })
      : null,
  handle: async ({ em, granted, query, found, deps }) => {
    const { workspaceId, role } = granted.workspace;
    const { cursor, limit, ...view } = query;
    const key = deps.keys.cursor;
    const scope = `clients:${workspaceId}:${JSON.stringify(view)}`;
    const after = cursor === undefined ? null : openRosterCursor(key, scope, cursor);
    const ranked = found ?? (await rankClients(em, { ...view, limit, workspaceId, after }));
    const shown = ranked.slice(0, limit);
    const last = shown.at(-1);
    const permissions = MEMBER_PERMISSIONS[role];
    const items = await presentClients(em, shown, { workspaceId, permissions });
    const rankedAt = last?.rankedAt ?? after?.rankedAt ?? (await clockNow(em));
    const position = ranked.length > limit ? (last?.position ?? null) : null;
    const nextCursor = position && encodeRosterCursor(key, scope, { position, rankedAt });
    const rest = JSON.stringify({ nextCursor, rankedAt });
    return textAnswer(`{"items":[${items.join(",")}],${rest.slice(1)}`);
  },
});

/** The clients of a workspace, for its coaches. */
export const rosterEndpoints: readonly Endpoint[] = [clients];
