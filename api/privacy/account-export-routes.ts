import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { askExport } from "../../activities/privacy/export/ask-export.ts";
import { EXPORT_SECTIONS } from "../../contract/privacy/export-vocabulary.ts";
import { exportFileSchema } from "../../contract/privacy/export-file-schema.ts";
import { accountExportSchema, exportParamsSchema } from "../../contract/privacy/export-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type ExportView, getExport, readParts } from "../../db/privacy/queries.ts";
import { exportDocument, sectionsDone } from "../../rules/privacy/account-export.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint, read, stream } from "../endpoint.ts";
import { archivedFiles } from "./archived-files.ts";
import { zipArchive } from "./zip-archive.ts";

const source = "docs/rooms/accounts.md#export";
const path = "/api/v1/auth/account-exports";

const fileHeadersSchema = z.strictObject({
  "Content-Disposition": z.string(),
  "Cache-Control": z.string(),
});

/** A download for the requesting person only: no intermediary may cache it. */
const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Content-Disposition": 'attachment; filename="sideline-account.json"',
  "Cache-Control": "private, no-store",
};

/** The same for the archive. */
const ARCHIVE_HEADERS = {
  ...HEADERS,
  "Content-Type": "application/zip",
  "Content-Disposition": 'attachment; filename="sideline-account.zip"',
};

/** Routes of a person's export: requested, polled, and downloaded by its link, by that person alone. */
export const accountExportEndpoints: readonly Endpoint[] = [
  act({
    method: "POST",
    path,
    name: "askAccountExport",
    summary: "Request an export of everything stored about you; while one exists, it is returned",
    source,
    access: "user",
    admitsClientOnWeb: true,
    answer: accountExportSchema,
    needsFreshSignIn: true,
    idempotency: "key",
    about: aboutNobodyElse,
    handle: async ({ tx, granted: { caller }, request: { requestId }, deps }) =>
      presentExport(await askExport(tx, { userId: caller.userId, requestId }), deps.publicUrl),
  }),
  read({
    method: "GET",
    path: `${path}/{exportId}`,
    name: "readAccountExport",
    summary: "Progress of your export, and its link",
    source,
    access: "user",
    admitsClientOnWeb: true,
    params: exportParamsSchema,
    answer: accountExportSchema,
    refusals: ["NOT_FOUND"],
    handle: async ({ em, granted, params, deps }) =>
      presentExport(await getExport(em, granted.caller.userId, params.exportId), deps.publicUrl),
  }),
  stream({
    method: "GET",
    path: `${path}/{exportId}/file`,
    name: "readAccountExportFile",
    summary: "Your export as a file, until it expires",
    source,
    access: "user",
    admitsClientOnWeb: true,
    traffic: "TRANSFER",
    params: exportParamsSchema,
    answerHeaders: fileHeadersSchema,
    answerContentTypes: ["application/json"],
    answerBody: exportFileSchema,
    refusals: ["NOT_FOUND"],
    handle: async ({ res, granted, params, deps }) => {
      const em = deps.database.em.fork();
      const found = await getExport(em, granted.caller.userId, params.exportId);
      if (found.readyAt === null) throw new Refusal("NOT_FOUND");
      res.set(HEADERS);
      const texts = exportDocument(found.readyAt, readParts(em, found));
      await pipeline(Readable.from(texts), res);
    },
  }),
  stream({
    method: "GET",
    path: `${path}/{exportId}/archive`,
    name: "readAccountExportArchive",
    summary: "Your export with every file that you sent, as one archive",
    source,
    access: "user",
    admitsClientOnWeb: true,
    traffic: "TRANSFER",
    params: exportParamsSchema,
    answerHeaders: fileHeadersSchema,
    answerContentTypes: ["application/zip"],
    refusals: ["NOT_FOUND"],
    handle: async ({ res, granted, params, deps }) => {
      const { userId } = granted.caller;
      const em = deps.database.em.fork();
      const { readyAt, ...found } = await getExport(em, userId, params.exportId);
      if (readyAt === null) throw new Refusal("NOT_FOUND");
      res.set(ARCHIVE_HEADERS);
      res.setTimeout(deps.timeouts.silenceMs);
      const files = archivedFiles({ em, userId, files: deps.media.files }, { ...found, readyAt });
      await pipeline(zipArchive(files), res);
    },
  }),
];

function presentExport(found: ExportView, publicUrl: string): z.output<typeof accountExportSchema> {
  const { id, requestedAt, nextSection, factCount, readyAt, expiresAt } = found;
  return {
    exportId: id,
    status: readyAt === null ? "WRITING" : "READY",
    requestedAt: requestedAt.toISOString(),
    progress: {
      sectionsDone: sectionsDone(nextSection),
      sectionsTotal: EXPORT_SECTIONS.length,
      facts: factCount,
    },
    readyAt: readyAt?.toISOString() ?? null,
    link: readyAt && `${publicUrl}${path}/${id}/file`,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
