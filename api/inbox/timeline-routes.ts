import { z } from "zod";
import { keysOf } from "../../contract/keys-of.ts";
import {
  timelinePageSchema,
  timelineQuerySchema,
} from "../../contract/inbox/console/timeline-schema.ts";
import { TIMELINE_ENTRIES } from "../../contract/inbox/console/timeline-vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { idSchema } from "../../contract/wire.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import { listTimeline, type TimelinePosition } from "../../db/inbox/timeline/queries.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { presentTimelineEntry } from "./present-timeline-entry.ts";

const timeline = read({
  method: "GET",
  path: "/api/v1/coach/relationships/{relationshipId}/timeline",
  name: "listTimeline",
  summary: "What happened with a client, newest first, as far as the caller may see it",
  source: "docs/rooms/inbox.md#timeline",
  access: "relationship-coach",
  fromStandby: true,
  params: z.strictObject({ relationshipId: idSchema }),
  query: timelineQuerySchema,
  answer: timelinePageSchema,
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
  handle: async ({ em, granted, params: { relationshipId }, query, deps }) => {
    const { role } = granted.relationship;
    const permissions: readonly string[] = role === null ? [] : MEMBER_PERMISSIONS[role];
    const wanted = query.code;
    const codes = keysOf(TIMELINE_ENTRIES).filter(
      (code) =>
        (wanted === undefined || wanted.includes(code)) &&
        permissions.includes(TIMELINE_ENTRIES[code]),
    );
    const key = deps.keys.cursor;
    const scope = `timeline:${relationshipId}:${codes.join()}`;
    const after = query.cursor === undefined ? null : positionIn(key, scope, query.cursor);
    const { limit } = query;
    const rows = await listTimeline(em, { relationshipId, codes, after, limit });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const isOver = rows.length <= limit || last === undefined;
    return {
      items: page.map((row) => presentTimelineEntry(row, { relationshipId, permissions })),
      nextCursor: isOver
        ? null
        : encodeCursor(key, scope, { at: last.position, code: last.code, id: last.id }),
    };
  },
});

/** @throws Refusal CURSOR_INVALID. */
function positionIn(key: Uint8Array, scope: string, cursor: string): TimelinePosition {
  const { at, code, id } = decodeCursor(key, scope, cursor);
  if (typeof at !== "string" || typeof code !== "string" || typeof id !== "string")
    throw new Refusal("CURSOR_INVALID");
  return { at, code, id };
}

/** The timeline of a client for coaches. */
export const timelineEndpoints: readonly Endpoint[] = [timeline];
