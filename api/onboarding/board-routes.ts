import { z } from "zod";
import {
  onboardingBoardPageSchema,
  onboardingBoardQuerySchema,
} from "../../contract/onboarding/board-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { idSchema } from "../../contract/wire.ts";
import { type BoardRow, listOnboardings } from "../../db/onboarding/board/queries.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { presentBoardRow } from "./present-board-row.ts";

const board = read({
  method: "GET",
  path: "/api/v1/workspaces/{workspaceId}/onboardings",
  name: "listOnboardings",
  summary: "Onboardings of the workspace's clients: states, progress and reminders",
  source: "docs/rooms/onboarding.md#board",
  access: "workspace-coach",
  params: z.strictObject({ workspaceId: idSchema }),
  query: onboardingBoardQuerySchema,
  answer: onboardingBoardPageSchema,
  refusals: ["CURSOR_INVALID"],
  handle: async ({ em, granted, query, deps }) => {
    const { workspaceId, role } = granted.workspace;
    const { status = null, limit, cursor } = query;
    const key = deps.keys.cursor;
    const scope = `onboardings:${workspaceId}:${String(status)}`;
    const after = cursor === undefined ? null : placeOf(decodeCursor(key, scope, cursor));
    const page = { workspaceId, statuses: status, after, limit: limit + 1 };
    const found = await listOnboardings(em, page);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const isLast = found.length <= limit || last === undefined;
    return {
      items: shown.map((row) => presentBoardRow(row, role)),
      nextCursor: isLast
        ? null
        : encodeCursor(key, scope, { at: last.movedAt, id: last.instanceId }),
    };
  },
});

/** The position of an onboarding in the list. */
function placeOf({ at, id }: ReturnType<typeof decodeCursor>): Place {
  if (typeof at !== "string" || typeof id !== "string") throw new Refusal("CURSOR_INVALID");
  return { movedAt: at, instanceId: id };
}

type Place = Pick<BoardRow, "movedAt" | "instanceId">;

/** The onboardings of a workspace, for its coaches. */
export const boardEndpoints: readonly Endpoint[] = [board];
