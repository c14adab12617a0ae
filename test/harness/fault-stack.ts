import { Client } from "pg";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { type FaultyWay, openFaultyWay } from "./faulty-way.ts";
import { openPartsGround } from "./link-stack.ts";
import { type LinkedPart, openLinkedParts, PARTS, type Part } from "./linked-parts.ts";
import type { TestDatabase } from "./database.ts";

/** Processes of each kind. */
const COPIES = 2;

/** The product in two processes of each kind; all their links can fail, those of phones too. */
export interface FaultStack {
  readonly database: TestDatabase;
  readonly parts: readonly LinkedPart[];
  /** Links from phones, one to each API process. */
  readonly doors: readonly FaultyWay[];
  /** Log lines about processes that ended and were restarted. */
  readonly output: readonly string[];
  /** Terminates this many of every ten connections between the product and PostgreSQL, from the server side. */
  endBackends(ofTen: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts two processes of each kind, on PostgreSQL and Temporal of the test run. */
export async function openFaultStack(issuer: string): Promise<FaultStack> {
  const { ground, env, output } = await openPartsGround("faults", issuer);
  const ports = await findFreePorts(PARTS.length * COPIES + COPIES);
  const takePort = () => String(ports.pop() ?? 0);
  const apiPorts: number[] = [];
  const planOf = (part: Part, copy: number) => {
    const port = takePort();
    if (part === "api") apiPorts.push(Number(port));
    const own =
      part === "api"
        ? { API_PORT: port, API_HEALTH_PORT: takePort() }
        : { [`${part.toUpperCase()}_HEALTH_PORT`]: port };
    return { part, name: `${part}-${copy}`, env: { ...env, ...own } };
  };
  const copies = Array.from({ length: COPIES }, (_, index) => index + 1);
  const plans = PARTS.flatMap((part) => copies.map((copy) => planOf(part, copy)));
  const { parts, close } = await openLinkedParts(ground, plans);
  const doors = await Promise.all(apiPorts.map((port) => openFaultyWay(port)));
  const { database } = ground;
  return {
    database,
    parts,
    doors,
    output,
    endBackends: (ofTen) => endBackends(database, ofTen),
    close: async () => {
      await Promise.all(doors.map((door) => door.close()));
      await close();
    },
  };
}

async function endBackends({ name, superuserUrl }: TestDatabase, ofTen: number): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and pid <> pg_backend_pid() and usename = 'sideline_app' and pid % 10 < $2
         and application_name in ('sideline-api', 'sideline-worker', 'sideline-relay')`,
      [name, ofTen],
    );
  } finally {
    await client.end();
  }
}
