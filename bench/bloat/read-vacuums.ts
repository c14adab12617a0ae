import { readFileSync } from "node:fs";
import type { Client } from "pg";

/** Autovacuums of one table. */
export interface TableVacuums {
  readonly count: number;
  readonly cpuSeconds: number;
  readonly walBytes: number;
}

/**
 * Lets the server log each autovacuum.
 *
 * @returns reads those of the product's tables since, by table.
 */
export async function logVacuums(
  superuser: Client,
  logFile: string,
): Promise<() => ReadonlyMap<string, TableVacuums>> {
  await superuser.query("alter system set log_autovacuum_min_duration = 0");
  await superuser.query("select pg_reload_conf()");
  const from = readFileSync(logFile, "utf8").length;
  return () => vacuumsOf(readFileSync(logFile, "utf8").slice(from));
}

function vacuumsOf(log: string): ReadonlyMap<string, TableVacuums> {
  const tables = new Map<string, TableVacuums>();
  // Each report is one entry of several lines; its last has the CPU.
  for (const [, database, schema, name = "", rest = ""] of log.matchAll(ENTRY)) {
    if (database !== "sideline" || schema === "pg_catalog") continue;
    const { count, cpuSeconds, walBytes } = tables.get(name) ?? NO_VACUUM;
    const [, user = 0, system = 0] = CPU.exec(rest) ?? [];
    tables.set(name, {
      count: count + 1,
      cpuSeconds: cpuSeconds + Number(user) + Number(system),
      walBytes: walBytes + Number(WAL.exec(rest)?.[1] ?? 0),
    });
  }
  return tables;
}

/** The figures of a table without a vacuum. */
export const NO_VACUUM: TableVacuums = { count: 0, cpuSeconds: 0, walBytes: 0 };
const ENTRY =
  /automatic (?:aggressive )?vacuum of table "([^".]+)\.([^".]+)\.([^".]+)":(.*?CPU: user:[^\n]*)/gs;
const WAL = /WAL usage: \d+ records, \d+ full page images, (\d+) bytes/;
const CPU = /CPU: user: ([\d.]+) s, system: ([\d.]+) s/;
