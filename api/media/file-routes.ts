import { z } from "zod";
import { clientFilePageSchema, clientFilesQuerySchema } from "../../contract/media/files-schema.ts";
import { FILE_PERMISSIONS, MEDIA_KINDS, MEDIA_TYPES } from "../../contract/media/vocabulary.ts";
import { keysOf } from "../../contract/keys-of.ts";
import { idSchema } from "../../contract/wire.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import { listClientFiles } from "../../db/media/files/queries.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { presentFile } from "./present.ts";

const files = read({
  method: "GET",
  path: "/api/v1/coach/relationships/{relationshipId}/files",
  name: "listClientFiles",
  summary: "Files of a client that belong to accepted entries, newest first",
  source: "docs/rooms/media.md#files-of-a-client",
  access: "relationship-coach",
  params: z.strictObject({ relationshipId: idSchema }),
  query: clientFilesQuerySchema,
  answer: clientFilePageSchema,
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
  handle: async ({ em, granted, params: { relationshipId }, query, deps }) => {
    const { role } = granted.relationship;
    const permissions: readonly string[] = role === null ? [] : MEMBER_PERMISSIONS[role];
    const kinds = MEDIA_KINDS.filter((kind) => query.kind?.includes(kind) ?? true);
    const purposes = keysOf(FILE_PERMISSIONS).filter((purpose) =>
      permissions.includes(FILE_PERMISSIONS[purpose]),
    );
    const contentTypes = keysOf(MEDIA_TYPES).filter((type) =>
      kinds.includes(MEDIA_TYPES[type].kind),
    );
    const list = { deps, scope: `client-files:${relationshipId}:${kinds.join()}` };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listClientFiles(em, { relationshipId, contentTypes, purposes, ...page }),
    );
    return { items: rows.map((row) => presentFile(row, deps.publicUrl)), nextCursor };
  },
});

/** The list of a client's files for coaches. */
export const clientFileEndpoints: readonly Endpoint[] = [files];
