import { z } from "zod";
import { changeWorkspaceSettings } from "../../activities/workspaces/change-workspace-settings.ts";
import { moveWorkspace } from "../../activities/workspaces/move-workspace.ts";
import { accountActSchema } from "../../contract/accounts/support-schema.ts";
import {
  changeWorkspaceSettingsSchema,
  workspaceSettingsSchema,
  workspaceStateSchema,
} from "../../contract/workspaces/schema.ts";
import { idSchema, reasonBodySchema } from "../../contract/wire.ts";
import { getWorkspaceSettings } from "../../db/workspaces/queries.ts";
import { principalOf } from "../guard/principal-of.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { presentWorkspaceState } from "./present-workspace.ts";
import { reasonOf } from "../http/reason-of.ts";

const workspacePath = "/api/v1/workspaces/{workspaceId}";
const settingsPath = `${workspacePath}/settings`;
const source = "docs/rooms/workspaces.md#settings";
const lifecycle = "docs/rooms/workspaces.md#statuses";
const params = z.strictObject({ workspaceId: idSchema });

const settings = read({
  method: "GET",
  path: settingsPath,
  name: "readWorkspaceSettings",
  summary: "Name, zone, language, digest hour and limits of the workspace",
  source,
  access: "workspace-owner",
  params,
  answer: workspaceSettingsSchema,
  handle: ({ em, granted }) => getWorkspaceSettings(em, granted.workspace.workspaceId),
});

const changeSettings = act({
  method: "PATCH",
  path: settingsPath,
  name: "changeWorkspaceSettings",
  summary: "Change name, zone, language, digest hour or limits; omitted settings stay",
  source,
  access: "workspace-owner",
  params,
  body: changeWorkspaceSettingsSchema,
  answer: workspaceSettingsSchema,
  changesWorkspace: true,
  idempotency: "none",
  handle: async ({ tx, granted, body }) => {
    const { workspaceId } = granted.workspace;
    await changeWorkspaceSettings(tx, {
      workspaceId,
      byUserId: granted.caller.userId,
      changes: body,
    });
    return getWorkspaceSettings(tx, workspaceId);
  },
});

const archive = act({
  method: "POST",
  path: `${workspacePath}/archive`,
  name: "archiveWorkspace",
  summary: "Archive a workspace without open relationships; after that it can only be read",
  source: lifecycle,
  access: "workspace-owner",
  params,
  body: reasonBodySchema,
  answer: workspaceStateSchema,
  refusals: ["STATE_CONFLICT"],
  changesWorkspace: true,
  admitsArchivedWorkspace: true,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, body, request, deps }) =>
    presentWorkspaceState(
      await moveWorkspace(
        tx,
        {
          act: "ARCHIVE",
          workspaceId: granted.workspace.workspaceId,
          actor: granted.caller.userId,
          reason: reasonOf(body),
          requestId: request.requestId,
        },
        deps.hooks.workspaces,
      ),
    ),
});

/** An administrator's act on a workspace. */
function adminsMove(move: "SUSPEND" | "REINSTATE", summary: string): Endpoint {
  return act({
    method: "POST",
    path: `/api/v1/admin/workspaces/{workspaceId}/${move.toLowerCase()}`,
    name: `${move.toLowerCase()}Workspace`,
    summary,
    source: lifecycle,
    access: "admin",
    params,
    body: accountActSchema,
    answer: workspaceStateSchema,
    refusals: ["NOT_FOUND", "STATE_CONFLICT"],
    idempotency: "key",
    about: aboutNobodyElse,
    handle: async ({ tx, granted, params: { workspaceId }, body, request, deps }) =>
      presentWorkspaceState(
        await moveWorkspace(
          tx,
          {
            act: move,
            workspaceId,
            actor: principalOf(granted, request, deps).key,
            reason: body.reason,
            requestId: request.requestId,
          },
          deps.hooks.workspaces,
        ),
      ),
  });
}

/** Routes of a workspace itself. */
export const workspaceEndpoints: readonly Endpoint[] = [
  settings,
  changeSettings,
  archive,
  adminsMove("SUSPEND", "Suspend a workspace: its coaches and its clients' sync are locked out"),
  adminsMove("REINSTATE", "Reinstate a suspended or archived workspace"),
];
