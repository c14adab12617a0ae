import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "pg";
import { z } from "zod";
import { processLoad } from "../stack/processes.ts";
import type { BenchStack } from "../stack/stack.ts";
import type { Reader } from "./readers.ts";

/** The statements of some readers' reads, as the product sends them. */
export async function ownStatements(
  stack: BenchStack,
  database: Client,
  readers: readonly Reader[],
) {
  const { rows } = await database.query<Readonly<Record<string, string>>>(
    `select i.provider, i.issuer, i.tenant, i.subject,
       s.provider_session_id as "providerSessionId", s.client_app as "clientId"
     from auth_identity i join app_session s on s.user_id = i.user_id where i.subject = any($1)`,
    [readers.map(({ subject }) => subject)],
  );
  const keys = rows.map((row) => JSON.stringify(row));
  const printed = await stack.run("tools/statements/statements-of-today.ts", [
    stack.database.url,
    ...keys,
  ]);
  return foundSchema.parse(JSON.parse(printed));
}

const statementSchema = z.object({
  text: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
const foundSchema = z.array(
  z.object({ caller: statementSchema, day: statementSchema, scope: statementSchema }),
);
type Statement = z.infer<typeof statementSchema>;

/** Cost of the same statements alone. */
export interface StatementsAlone {
  readonly perSecond: number;
  /** CPU seconds of PostgreSQL and pgbench. */
  readonly cpuSeconds: number;
}

/**
 * Runs statements with pgbench, prepared and pipelined. Each group is one reader's transaction, and groups are spread
 * over the connections. Null and empty values are part of the text, because pgbench knows neither.
 */
export async function runAlone(
  { database, pids }: BenchStack,
  groups: readonly (readonly Statement[])[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<StatementsAlone> {
  const folder = mkdtempSync(join(tmpdir(), "sideline-pgbench-"));
  try {
    const files = groups.map((statements, nth) => {
      const file = join(folder, `${nth}.sql`);
      const sent = statements.map((one, place) => scriptOf(one, `s${nth}x${place}x`));
      const settings = sent.flatMap(({ settings: own }) => own);
      const lines = sent.map(({ line }) => line);
      writeFileSync(file, ["\\startpipeline", ...lines, "\\endpipeline", ""].join("\n"));
      return { file, settings };
    });
    const options = ["-n", "-M", "prepared", "-c", String(connections), "-j", "2"];
    const scripts = files.flatMap(({ file, settings }) => [
      ...settings.flatMap((setting) => ["-D", setting]),
      "-f",
      file,
    ]);
    const before = cpuOf(pids);
    const { stdout } = await promisify(execFile)("pgbench", [
      ...options,
      "-T",
      String(seconds),
      ...scripts,
      database.url,
    ]);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    return { perSecond, cpuSeconds: cpuOf(pids) - before };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A statement as a script line, with its values as pgbench variables. */
function scriptOf({ text, values }: Statement, prefix: string) {
  const settings: string[] = [];
  // A colon before a letter begins a variable, even within a text.
  const plain = text.replaceAll(/\s+/g, " ").replaceAll("HH24:MI:SS", 'HH24":"MI":"SS');
  const line = plain.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1];
    if (value === null || value === undefined) return "null";
    if (value === "") return "''";
    const name = `${prefix}${place}`;
    settings.push(`${name}=${String(value)}`);
    return `:${name}`;
  });
  return { line: `${line};`, settings };
}

/** CPU of PostgreSQL and of ended children of this process. */
function cpuOf({ postgres = 0 }: Readonly<Record<string, number>>): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const ended = fields.slice(13, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  return processLoad(postgres).cpuSeconds + ended;
}
