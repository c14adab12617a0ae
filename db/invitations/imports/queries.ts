import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { CsvFault, CsvOutcome } from "../../../contract/invitations/vocabulary.ts";
import { evaluatedOnce, secondsAgo } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** A line with an outcome, and the contact of its invitation. */
export interface ImportedLine {
  readonly line: number;
  readonly outcome: CsvOutcome;
  readonly fault: CsvFault | null;
  readonly invitationId: string | null;
  readonly sendAt: Date | null;
  readonly targetEmail: string | null;
  readonly targetPhone: string | null;
}

/** An import as its workspace reads it. */
export interface ImportView {
  readonly importId: string;
  /** Lines with an outcome, in the order of the file. */
  readonly lines: readonly ImportedLine[];
  readonly waiting: number;
}

/** An import of a workspace; null if it has none with this id. */
export async function findImport(
  em: SqlEntityManager,
  { workspaceId, importId }: { readonly workspaceId: string; readonly importId: string },
): Promise<ImportView | null> {
  const rows = await tables(em)
    .selectFrom("invitationImport as m")
    .innerJoin("invitationImportLine as l", "l.importId", "m.id")
    .leftJoin("invitation as i", "i.id", "l.invitationId")
    .where("m.id", "=", importId)
    .where("m.workspaceId", "=", workspaceId)
    .select(["l.line", "l.outcome", "l.fault", "l.invitationId", "l.sendAt"])
    .select(["i.targetEmail", "i.targetPhone"])
    .orderBy("l.line")
    .execute();
  if (rows.length === 0) return null;
  const lines = rows.flatMap(({ outcome, ...row }) =>
    outcome === null ? [] : [{ ...row, outcome }],
  );
  return { importId, lines, waiting: rows.length - lines.length };
}

/** How many lines of the last day's files failed individually, for the metrics; a partial index finds them. */
export async function countFailedLines(em: SqlEntityManager): Promise<number> {
  const { count } = await tables(em)
    .selectFrom("invitationImportLine as l")
    .innerJoin("invitationImport as m", "m.id", "l.importId")
    .where("l.outcome", "=", sql.lit("FAILED" as const))
    .where("m.createdAt", ">", evaluatedOnce(secondsAgo(86_400)))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
