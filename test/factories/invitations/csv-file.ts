import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { beginImport, type CsvInvite } from "../../../activities/invitations/csv/begin-import.ts";
import { runImport } from "../../../activities/invitations/csv/run-import.ts";
import { findImport, type ImportedLine } from "../../../db/invitations/imports/queries.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import type { Contact } from "../../../rules/accounts/normalize-contact.ts";
import { INVITATION_KEY as invitationKey } from "../accounts/identity.ts";

/** The sender of a file. */
export type FileSender = Omit<CsvInvite, "lines" | "requestId">;

/** Runs to the end without waiting for others. */
export const AT_ONCE = { goesOn: () => true, takeTurn: async () => () => undefined };

/** Lines of a file without names, numbered from its second line. */
export function linesTo(people: readonly Contact[]): CsvInvite["lines"] {
  return people.map((contact, index) => ({
    line: index + 2,
    contact,
    name: undefined,
    fault: null,
  }));
}

/** Begins a file; it has invited nobody yet. */
export async function beginFile(
  em: SqlEntityManager,
  by: FileSender,
  people: readonly Contact[],
): Promise<string> {
  const file = { ...by, requestId: "file", lines: linesTo(people) };
  return (await transact(em, (tx) => beginImport(tx, file))).importId;
}

/** The outcomes of a file's lines so far. */
export async function outcomesOf(
  em: SqlEntityManager,
  { workspaceId }: FileSender,
  importId: string,
): Promise<readonly ImportedLine[]> {
  return (await findImport(em.fork(), { workspaceId, importId }))?.lines ?? [];
}

/** Sends a file and waits for all its outcomes. */
export async function sendFile(
  em: SqlEntityManager,
  by: FileSender,
  people: readonly Contact[],
): Promise<readonly ImportedLine[]> {
  const importId = await beginFile(em, by, people);
  await runImport(em, { importId, invitationKey, requestId: "file" }, AT_ONCE);
  return await outcomesOf(em, by, importId);
}
