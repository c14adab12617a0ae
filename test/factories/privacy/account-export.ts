import type { SqlEntityManager } from "@mikro-orm/postgresql";
import * as z from "zod";
import { askExport } from "../../../activities/privacy/export/ask-export.ts";
import { settleAccountExport } from "../../../activities/privacy/export/settle-account-export.ts";
import {
  EXPORT_SECTIONS,
  type ExportSection,
} from "../../../contract/privacy/export-vocabulary.ts";
import { getExport, readParts } from "../../../db/privacy/queries.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { exportDocument } from "../../../rules/privacy/account-export.ts";

/**
 * Requests a person's export.
 * @returns its id.
 */
export async function requestedExport(em: SqlEntityManager, userId: string): Promise<string> {
  return (await transact(em, (tx) => askExport(tx, { userId, requestId: "test" }))).id;
}

/**
 * A person's export, written completely as its actor does.
 * @returns its id.
 */
export async function writtenExport(em: SqlEntityManager, userId: string): Promise<string> {
  const exportId = await requestedExport(em, userId);
  while ((await settleAccountExport(em, { exportId })).more === true);
  return exportId;
}

/** The document of a written export. */
export async function documentOf(
  em: SqlEntityManager,
  userId: string,
  exportId: string,
): Promise<string> {
  const found = await getExport(em.fork(), userId, exportId);
  if (found.readyAt === null) throw new Error("The export is still being written");
  return await textOf(exportDocument(found.readyAt, readParts(em.fork(), found)));
}

/** Joins the texts of a document. */
export async function textOf(texts: AsyncIterable<string>): Promise<string> {
  let whole = "";
  for await (const text of texts) whole += text;
  return whole;
}

const documentSchema = z.record(z.string(), z.unknown());
const logSchema = z.looseObject({ quickLog: z.array(z.looseObject({ id: z.string() })) });

/** The sections of a document that contain a word. */
export function sectionsWith(document: string, word: string): readonly ExportSection[] {
  const sections = documentSchema.parse(JSON.parse(document));
  return EXPORT_SECTIONS.filter((name) => JSON.stringify(sections[name]).includes(word));
}

/** Ids that a document lists as logged. */
export function loggedIn(document: string): readonly string[] {
  return logSchema.parse(JSON.parse(document)).quickLog.map(({ id }) => id);
}
