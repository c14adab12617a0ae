import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { v7 as uuidv7 } from "uuid";
import { migrate } from "../../db/migrate.ts";
import type { Child } from "../../workers/embedded/child-process.ts";
import { startNodePart } from "../../workers/embedded/node-part.ts";
import { findFreePorts } from "../../workers/embedded/ports.ts";
import { removeCluster } from "../../workers/embedded/postgres-place.ts";
import { startPostgres } from "../../workers/embedded/postgres.ts";
import { findTemporalBinary } from "../../workers/embedded/temporal-binary.ts";
import { startTemporalServer } from "../../workers/embedded/temporal-server.ts";
import { type GatedWay, openGatedWay } from "../factories/gated-way.ts";
import { processEnvironment } from "../factories/processes.ts";
import { newTestFolder } from "./context.ts";
import type { TestDatabase } from "./database.ts";

/** What can be killed. */
export const VICTIMS = ["api", "relay", "worker", "postgres", "temporal"] as const;
export type Victim = (typeof VICTIMS)[number];

/** The processes of the product, each with a way of its own to PostgreSQL. */
type Product = "api" | "relay" | "worker";
const PRODUCT: readonly Product[] = ["api", "relay", "worker"];

/** A whole stack of one test file, durable, whose parts are killed and started again. */
export interface KillStack {
  readonly database: TestDatabase;
  readonly apiUrl: string;
  readonly temporalAddress: string;
  readonly ways: Readonly<Record<Product, GatedWay>>;
  readonly kills: () => number;
  /** Ends a part as a power cut does. */
  kill(victim: Victim): Promise<void>;
  /** Keeps a part from doing anything, and lets it go on. */
  freeze(part: Product | "temporal"): void;
  thaw(part: Product | "temporal"): void;
  /** Starts every part again that is not there, and waits until it is ready. */
  mend(): Promise<void>;
  /** A statement of the owner of the tables. */
  asOwner(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts PostgreSQL, Temporal with a file, and the three processes of the product. */
export async function openKillStack(issuer: string): Promise<KillStack> {
  const directory = newTestFolder("kills");
  const [postgresPort = 0, temporalPort = 0, apiPort = 0, ...health] = await findFreePorts(6);
  const { path: program } = await findTemporalBinary({ env: process.env, say: () => {} });
  const passwords = { superuser: "superuser", owner: "owner", app: "app" };
  const children = new Map<Victim, Child>();
  const cluster = join(directory, "postgres");
  const startDatabase = () =>
    startPostgres({
      directory: cluster,
      port: postgresPort,
      passwords,
      durable: true,
      onLine: () => {},
      onStart: (child) => void children.set("postgres", child),
    });
  const postgres = await startDatabase();
  const name = "sideline";
  await postgres.createDatabase(name);
  const database: TestDatabase = {
    name,
    ownerUrl: postgres.ownerUrl(name),
    appUrl: postgres.appUrl(name),
    superuserUrl: postgres.superuserUrl(name),
  };
  await migrate(database.ownerUrl);
  const startTemporal = () =>
    startTemporalServer({
      program,
      file: join(directory, "temporal.db"),
      namespace: "sideline",
      port: temporalPort,
      uiPort: null,
      home: directory,
      onLine: () => {},
      onStart: (child) => void children.set("temporal", child),
    });
  const ways = {
    api: await openGatedWay(database.appUrl),
    relay: await openGatedWay(database.appUrl),
    worker: await openGatedWay(database.appUrl),
  };
  const surroundings = {
    ...processEnvironment(database, `kills-${uuidv7()}`),
    TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
    TEMPORAL_NAMESPACE: "sideline",
    OIDC_ISSUER: issuer,
    API_PORT: String(apiPort),
    API_HEALTH_PORT: String(health[0]),
    WORKER_HEALTH_PORT: String(health[1]),
    RELAY_HEALTH_PORT: String(health[2]),
  };
  const startProduct = (part: Product) =>
    startNodePart({
      name: part,
      entry: new URL(`../../workers/${part}.ts`, import.meta.url),
      env: { ...surroundings, DATABASE_URL: ways[part].url },
      onLine: () => {},
      onStart: (child) => void children.set(part, child),
    });
  const start = async (victim: Victim) => {
    if (victim === "postgres") await again(startDatabase);
    else if (victim === "temporal") await again(startTemporal);
    else await startProduct(victim);
  };
  const mend = async () => {
    for (const victim of ["postgres", "temporal"] as const)
      if (await isGone(children.get(victim))) await start(victim);
    await Promise.all(
      PRODUCT.map(async (part) => {
        if (await isGone(children.get(part))) await start(part);
      }),
    );
  };
  const tell = (part: Victim, signal: NodeJS.Signals) => {
    const child = children.get(part);
    if (child !== undefined) process.kill(child.record.pid, signal);
  };
  let kills = 0;
  await mend();
  return {
    database,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    temporalAddress: surroundings.TEMPORAL_ADDRESS,
    ways,
    kills: () => kills,
    kill: async (victim) => {
      kills += 1;
      tell(victim, "SIGKILL");
      await children.get(victim)?.ended;
    },
    freeze: (part) => tell(part, "SIGSTOP"),
    thaw: (part) => tell(part, "SIGCONT"),
    mend,
    asOwner: async (statement) => {
      const client = new Client({ connectionString: database.ownerUrl });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
    close: async () => {
      for (const way of Object.values(ways)) way.open();
      await Promise.all(PRODUCT.map(async (part) => await children.get(part)?.stop()));
      await children.get("temporal")?.stop();
      await children.get("postgres")?.stop();
      await Promise.all(Object.values(ways).map((way) => way.close()));
      await removeCluster(cluster);
    },
  };
}

async function isGone(child: Child | undefined): Promise<boolean> {
  if (child === undefined) return true;
  return await Promise.race([child.ended.then(() => true), sleep(0, false)]);
}

/** What the killed one still held, e.g. its memory, may keep the next one from starting for a moment. */
async function again(start: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await start();
      return;
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(500);
    }
  }
}
