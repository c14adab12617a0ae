import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { newId } from "../../db/platform/new-id.ts";
import { migrate } from "../../db/platform/migrate.ts";
import { CONNECTION_LIMITS } from "../../db/platform/pipeline/silence.ts";
import type { Child } from "../../tools/processes/child-process.ts";
import { rememberChild } from "../../tools/processes/children-record.ts";
import { startSupervisedPart } from "../../tools/processes/supervised-part.ts";
import { startNodePart } from "../../tools/processes/node-part.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { removeCluster } from "../../tools/postgres/postgres-place.ts";
import { startPostgres } from "../../tools/postgres/postgres.ts";
import { findStartMark } from "../../tools/processes/process-record.ts";
import { findTemporalBinary } from "../../tools/temporal/temporal-binary.ts";
import { startTemporalServer } from "../../tools/temporal/temporal-server.ts";
import { eventually } from "../factories/eventually.ts";
import { type GatedWay, openGatedWay } from "../factories/db/gated-way.ts";
import { processEnvironment } from "../factories/workers/processes.ts";
import { newTestFolder } from "./context.ts";
import type { TestDatabase } from "./database.ts";

/** Parts that a test can kill. */
export const VICTIMS = ["api", "relay", "worker", "postgres", "temporal"] as const;
export type Victim = (typeof VICTIMS)[number];

/** The processes of the product, each with its own link to PostgreSQL. */
const PRODUCT = ["api", "relay", "worker"] as const;
type Product = (typeof PRODUCT)[number];
type Part = Product | "temporal";

/** A durable stack of one test file whose parts are killed and restarted. */
export interface KillStack {
  readonly database: TestDatabase;
  readonly apiUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly ways: Readonly<Record<Product, GatedWay>>;
  /** Log lines about parts that ended and were restarted. */
  readonly output: readonly string[];
  /** Kills a part as a power cut does, together with the traffic that was delayed on its link to PostgreSQL. */
  kill(victim: Victim): Promise<void>;
  /** Releases whatever is delayed or frozen, and waits until every part runs. */
  mend(): Promise<void>;
  /** Stops a part from doing anything, or resumes it. */
  freeze(part: Part): void;
  thaw(part: Part): void;
  /** Runs a statement as the owner of the tables. */
  asOwner(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts PostgreSQL, Temporal with a file, and the three processes of the product. */
export async function openKillStack(issuer: string): Promise<KillStack> {
  const directory = newTestFolder("kills");
  const cluster = join(directory, "postgres");
  const [postgresPort = 0, temporalPort = 0, apiPort = 0] = await findFreePorts(3);
  const { path: program } = await findTemporalBinary({ env: process.env, say: () => {} });
  const children = new Map<Victim, Child>();
  const ready = new Set<Victim>();
  const output: string[] = [];
  const stopping = new AbortController();
  const options = (name: Victim) => ({
    onLine: (line: string) => appendFileSync(join(directory, `${name}.log`), `${line}\n`),
    onStart: (child: Child) => {
      rememberChild(dirname(directory), child.record);
      children.set(name, child);
    },
  });
  const keep = async (name: Victim, start: () => Promise<Child>) =>
    await startSupervisedPart({
      name,
      stopping: stopping.signal,
      say: (line) => void output.push(line),
      start: async () => {
        const child = await start();
        ready.add(name);
        void child.ended.then(() => ready.delete(name));
        return child;
      },
    });
  const opened: GatedWay[] = [];
  const close = async () => {
    stopping.abort();
    for (const part of [...PRODUCT, "temporal"] as const)
      await children.get(part)?.stop([["SIGKILL", 5_000]]);
    await Promise.all(opened.map((way) => way.close()));
    await children.get("postgres")?.stop();
    await removeCluster(cluster);
  };
  try {
    const [database] = await Promise.all([startDatabase(), startTemporal()]);
    const ways = await startProduct(database);
    const pidOf = (part: Victim) => children.get(part)?.record.pid ?? 0;
    const frozen = new Set<Part>();
    const thaw = (part: Part) => {
      if (frozen.delete(part)) process.kill(pidOf(part), "SIGCONT");
    };
    return {
      database,
      apiUrl: `http://127.0.0.1:${apiPort}`,
      temporalAddress: `127.0.0.1:${temporalPort}`,
      namespace: NAMESPACE,
      ways,
      output,
      kill: async (victim) => {
        ready.delete(victim);
        await killAll(pidOf(victim));
        if (victim !== "postgres") frozen.delete(victim);
        for (const part of PRODUCT) if (victim === "postgres" || victim === part) ways[part].cut();
      },
      mend: async () => {
        for (const part of PRODUCT) ways[part].open();
        for (const part of frozen) thaw(part);
        await eventually(
          async () => VICTIMS.filter((part) => !ready.has(part)),
          (missing) => missing.length === 0,
        );
      },
      freeze: (part) => {
        frozen.add(part);
        process.kill(pidOf(part), "SIGSTOP");
      },
      thaw,
      asOwner: (statement) => runAsOwner(database, statement),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }

  async function startDatabase(): Promise<TestDatabase> {
    const passwords = { superuser: "superuser", owner: "owner", app: "app" };
    const start = async () =>
      await startPostgres({
        directory: cluster,
        port: postgresPort,
        passwords,
        durable: true,
        ...options("postgres"),
      });
    const first = Promise.withResolvers<Awaited<ReturnType<typeof start>>>();
    await keep("postgres", async () => {
      const postgres = await start();
      first.resolve(postgres);
      return postgres.child;
    });
    const postgres = await first.promise;
    await postgres.createDatabase(NAME);
    await migrate(postgres.ownerUrl(NAME));
    return {
      name: NAME,
      ownerUrl: postgres.ownerUrl(NAME),
      appUrl: postgres.appUrl(NAME),
      superuserUrl: postgres.superuserUrl(NAME),
      limits: CONNECTION_LIMITS,
    };
  }

  async function startTemporal(): Promise<void> {
    await keep("temporal", async () => {
      const { child } = await startTemporalServer({
        program,
        file: join(directory, "temporal.db"),
        namespace: NAMESPACE,
        port: temporalPort,
        uiPort: null,
        home: directory,
        ...options("temporal"),
      });
      return child;
    });
  }

  async function startProduct(database: TestDatabase): Promise<KillStack["ways"]> {
    const ways = {
      api: await openGatedWay(database.appUrl),
      relay: await openGatedWay(database.appUrl),
      worker: await openGatedWay(database.appUrl),
    };
    opened.push(...Object.values(ways));
    const surroundings = {
      ...processEnvironment(database, {
        address: `127.0.0.1:${temporalPort}`,
        namespace: NAMESPACE,
        taskQueue: `kills-${newId()}`,
      }),
      OIDC_ISSUER: issuer,
      API_PORT: String(apiPort),
      DATABASE_POOL_SIZE: POOL_SIZE,
      SETTLEMENT_LANES: String(KILL_LANES),
    };
    await Promise.all(
      PRODUCT.map((part) =>
        keep(part, () =>
          startNodePart({
            name: part,
            entry: new URL(`../../workers/${part}.ts`, import.meta.url),
            env: { ...surroundings, DATABASE_URL: ways[part].url },
            ...options(part),
          }),
        ),
      ),
    );
    return ways;
  }
}

const NAME = "sideline";
const NAMESPACE = "sideline";

/** Enough lanes that batches paused at boundaries of settlement do not block each other. */
export const KILL_LANES = 256;

/** As many batches as a process can pause at once, and some spare connections. */
const POOL_SIZE = "30";

/** Kills a process and its children, and waits until all are gone. PostgreSQL consists of many processes. */
async function killAll(pid: number): Promise<void> {
  const pids = [pid, ...childrenOf(pid)];
  for (const victim of pids) if (findStartMark(victim) !== null) process.kill(victim, "SIGKILL");
  await eventually(
    async () => pids.filter((victim) => findStartMark(victim) !== null),
    (left) => left.length === 0,
  );
}

function childrenOf(pid: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

async function runAsOwner({ ownerUrl }: TestDatabase, statement: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
