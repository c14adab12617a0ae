import type { Sql, SqlFaultKind } from "../../ports/sql.ts";
import { numberIn, textIn } from "../../store/columns.ts";
import { TABLES } from "../../store/tables.ts";
import type { DeviceState } from "../../types.ts";
import type { DiagnosedStorage } from "./types.ts";

/** The database: its size, its rows, and why it fails. */
export async function diagnoseStorage(
  sql: Sql,
  { state, fault }: { readonly state: DeviceState | null; readonly fault: SqlFaultKind | null },
): Promise<DiagnosedStorage> {
  return {
    schemaVersion: await numberOf(sql, `select schema_version as fact from device_metadata`),
    bytes: await numberOf(
      sql,
      `select page_count * page_size as fact from pragma_page_count, pragma_page_size`,
    ),
    fault: fault ?? state?.storageFault ?? null,
    isCopied: state?.copied ?? null,
    isEvicted: state?.evicted ?? null,
    unreadable: state?.unreadable ?? null,
    receiptFaults: state?.receiptFaults ?? null,
    rows: await countRows(sql),
  };
}

/** A platform may lack a function, and a damaged file answers nothing. */
async function numberOf(sql: Sql, statement: string): Promise<number | null> {
  const [row] = await sql.read({ sql: statement }).catch(() => []);
  return row === undefined ? null : numberIn(row, "fact");
}

async function countRows(sql: Sql): Promise<Readonly<Record<string, number>>> {
  const tables = Array.from(TABLES.matchAll(/create table (\w+)/g), ([, name = ""]) => name);
  const counts = tables.map((name) => `select '${name}' as name, count(*) as count from ${name}`);
  const rows = await sql.read({ sql: counts.join(" union all ") }).catch(() => []);
  return Object.fromEntries(rows.map((row) => [textIn(row, "name"), numberIn(row, "count")]));
}
