import * as z from "zod";
import { idSchema } from "../../wire.ts";
import { WORKSPACE_CHANGE_KINDS, WORKSPACE_CHANGES_LIMITS } from "./changes-vocabulary.ts";
import { overviewCountsSchema } from "./overview-schema.ts";

/** Query of the changes of a workspace; without `since`, everything counts as changed. */
export const workspaceChangesQuerySchema = z.strictObject({
  since: z.string().max(WORKSPACE_CHANGES_LIMITS.cursorLength).optional(),
  waitSeconds: z.coerce.number().int().min(0).max(WORKSPACE_CHANGES_LIMITS.waitSeconds).default(0),
});
export type WorkspaceChangesQuery = z.output<typeof workspaceChangesQuerySchema>;

const workspaceChangeSchema = z
  .strictObject({
    kind: z.enum(WORKSPACE_CHANGE_KINDS),
    id: idSchema.describe("Of a TASK its task id, of a CLIENT its relationship id."),
    version: z
      .int()
      .describe(
        "Revision of the task, or counter of the relationship's changes. An unchanged one may be sent again: read it again all the same.",
      ),
  })
  .meta({
    id: "WorkspaceChange",
    description: "A task or a client to read again. A task may have been closed.",
  });
export type WorkspaceChange = z.output<typeof workspaceChangeSchema>;

export const workspaceChangesSchema = z
  .strictObject({
    reload: z
      .boolean()
      .describe("Too much has changed, or the cursor is too old: read everything again."),
    changed: z
      .array(workspaceChangeSchema)
      .describe("Each task and each client at most once; empty if everything is to be read again."),
    overview: overviewCountsSchema
      .nullable()
      .describe("The counts after these changes; null if nothing changed."),
    cursor: z.string().describe("Cursor for the next request; it is valid for ten minutes."),
  })
  .meta({
    id: "WorkspaceChanges",
    description: "What coaches of a workspace read differently since a cursor.",
  });
export type WorkspaceChanges = z.output<typeof workspaceChangesSchema>;
