import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import { beginImport } from "../../activities/invitations/csv/begin-import.ts";
import { runImport } from "../../activities/invitations/csv/run-import.ts";
import { csvOutcomeSchema, inviteByCsvSchema } from "../../contract/invitations/csv-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { idSchema } from "../../contract/wire.ts";
import { findImport } from "../../db/invitations/imports/queries.ts";
import { aboutNobodyElse } from "../about.ts";
import type { ApiDeps } from "../api-deps.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { FILE_SLOT_MS } from "../http/gate/fair-queue.ts";
import { presentImport } from "./present-import.ts";
import { importLinesOf, provable } from "./import-lines.ts";

const path = "/api/v1/workspaces/{workspaceId}/invitations/csv";
const source = "docs/rooms/invitations.md#csv";
const workspaceParams = z.strictObject({ workspaceId: idSchema });

const inviteAll = act({
  method: "POST",
  path,
  name: "inviteByCsv",
  summary:
    "Invite up to 200 people from a file, with a result for each; after ten seconds, those so far are returned",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  body: inviteByCsvSchema,
  answer: csvOutcomeSchema,
  status: 201,
  traffic: "FILE",
  idempotency: "key",
  // The stored answer contains only the import's id.
  about: aboutNobodyElse,
  handle: async ({ tx, granted, body, request, deps }) => {
    const begun = await beginImport(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitedByUserId: granted.caller.userId,
      lines: await provable(importLinesOf(body.csv), deps),
      formVersionId: body.formVersionId,
      language: body.language,
      requestId: request.requestId,
      log: deps.log,
    });
    return { ...begun, lines: [] };
  },
  follow: async (begun, { granted, body, request, deps }) => {
    const { importId } = begun;
    const { em } = deps.database;
    const { workspaceId } = granted.workspace;
    const until = performance.now() + deps.fileAnswerMs;
    const { requestId } = request;
    const order = { importId, invitationKey: deps.keys.invitation, requestId, log: deps.log };
    await runImport(em, order, {
      goesOn: () => performance.now() < until && !request.isGone(),
      takeTurn: () => waitForSlot(deps),
    });
    const found = await findImport(em.fork(), { workspaceId, importId });
    // The import expired just before its key.
    if (found === null) return { isDone: true, answer: begun };
    // For a line without an invitation only the file contains the person.
    const answer = presentImport(found, importLinesOf(body.csv));
    return { isDone: answer.waiting === 0, answer };
  },
});

/** A queue slot with a minimum duration: finishing early leaves the processor to others. */
async function waitForSlot({ fileQueue }: ApiDeps): Promise<() => void> {
  const leave = await fileQueue.wait("files");
  const rest = setTimeout(FILE_SLOT_MS, undefined, { ref: false });
  return () => void rest.then(leave);
}

const readImport = read({
  method: "GET",
  path: `${path}/{importId}`,
  name: "readCsvImport",
  summary: "Results of the lines of a file so far",
  source,
  access: "workspace-coach",
  params: workspaceParams.extend({ importId: idSchema }),
  answer: csvOutcomeSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted, params }) => {
    const { workspaceId } = granted.workspace;
    const found = await findImport(em, { workspaceId, importId: params.importId });
    if (found === null) throw new Refusal("NOT_FOUND");
    return presentImport(found);
  },
});

/** Invitations by file. */
export const csvInvitationEndpoints: readonly Endpoint[] = [inviteAll, readImport];
