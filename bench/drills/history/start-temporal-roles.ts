import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { escapeLiteral } from "pg";
import type { Child } from "../../../tools/processes/child-process.ts";
import { killFamily } from "../../../tools/processes/kill-family.ts";
import { prepareNamespace } from "../../../tools/production/prepare-namespace.ts";
import type { DatabaseCluster } from "../../../tools/production/database/start-database-cluster.ts";
import { findClusterPrograms } from "../../../tools/temporal/cluster-programs.ts";
import {
  type RolePorts,
  TEMPORAL_DATABASES,
  TEMPORAL_USER,
  type TemporalRole,
} from "../../../tools/temporal/role-config.ts";
import { startRole } from "../../../tools/temporal/start-role.ts";
import { updateSchema } from "../../../tools/temporal/update-schema.ts";
import { say } from "../say.ts";

/**
 * Starts a Temporal server whose services are separate processes, as in production, with its store in the drill's
 * database. A member that is killed is restarted.
 */
export async function startTemporalRoles(options: RolesOptions): Promise<TemporalRoles> {
  const { cluster, databasePort, port, stops } = options;
  const programs = await findClusterPrograms({ env: process.env, say });
  const store = { port: databasePort, password: randomBytes(16).toString("hex") };
  await createStores(cluster, store.password);
  await updateSchema(programs.schemaTool, store);
  const portsOf = drawPorts(options);
  const open = async ([name, role]: readonly [string, TemporalRole]) => {
    const place = { ...options, program: programs.server, store, portsOf };
    const member = await openMember(name, () => startMember(place, name, role));
    stops.push(member.stop);
    return member;
  };
  const members = await Promise.all(Object.entries(MEMBERS).map(open));
  await prepareNamespace(`127.0.0.1:${port}`, "sideline");
  return { members, updateSchema: () => updateSchema(programs.schemaTool, store) };
}

/** Where the services run, and where their store is. */
export interface RolesOptions {
  readonly cluster: DatabaseCluster;
  /** The database's address that follows the primary. */
  readonly databasePort: number;
  readonly folder: string;
  /** Port of the frontend. */
  readonly port: number;
  readonly stops: (() => Promise<unknown>)[];
  readonly takePort: () => number;
}

/** A running Temporal server of separate services. */
export interface TemporalRoles {
  readonly members: readonly TemporalMember[];
  /** Updates the schema of both stores to that of the server, as a new release does before it starts. */
  updateSchema(): Promise<void>;
}

/** A service of the server. */
export interface TemporalMember {
  readonly name: string;
  /** Kills it; it is restarted. */
  kill(): Promise<void>;
  readonly stop: () => Promise<void>;
}

const MEMBERS: Readonly<Record<string, TemporalRole>> = {
  "temporal-frontend": "frontend",
  "temporal-history-1": "history",
  "temporal-history-2": "history",
  "temporal-matching": "matching",
  "temporal-worker": "worker",
};

function drawPorts({ port, takePort }: RolesOptions): (name: string) => RolePorts {
  const ports = new Map(
    Object.keys(MEMBERS).map((name) => {
      const grpcPort = name === "temporal-frontend" ? port : takePort();
      return [name, { grpcPort, membershipPort: takePort() }];
    }),
  );
  return (name) => ports.get(name) ?? { grpcPort: 0, membershipPort: 0 };
}

interface RolesPlace extends RolesOptions {
  readonly program: string;
  readonly store: { readonly port: number; readonly password: string };
  readonly portsOf: (name: string) => RolePorts;
}

function startMember(place: RolesPlace, name: string, role: TemporalRole): Promise<Child> {
  const { folder, port, portsOf, program, store } = place;
  return startRole({
    name,
    role,
    program,
    ports: portsOf(name),
    roles: {
      frontend: portsOf("temporal-frontend"),
      history: portsOf("temporal-history-1"),
      matching: portsOf("temporal-matching"),
      worker: portsOf("temporal-worker"),
    },
    frontendPort: port,
    postgres: { ...store, connections: role === "history" ? 15 : 8 },
    shards: SHARDS,
    dynamicConfigFile: DYNAMIC_CONFIG,
    folder: join(folder, "temporal"),
    memoryLimit: "2GiB",
    onLine: (line) => appendFileSync(join(folder, `${name}.log`), `${line}\n`),
    onStart: () => undefined,
  });
}

/** Same as in the compose file. */
const SHARDS = 512;
const DYNAMIC_CONFIG = fileURLToPath(
  new URL("../../../deploy/temporal/dynamic-config.yaml", import.meta.url),
);
/** The first pause of the production shape's supervisor. */
const RESTART_MS = 500;

async function createStores(cluster: DatabaseCluster, password: string): Promise<void> {
  const { ask } = cluster.primary();
  await ask(`create role ${TEMPORAL_USER} login password ${escapeLiteral(password)}`);
  for (const database of Object.values(TEMPORAL_DATABASES))
    await ask(`create database ${database} owner ${TEMPORAL_USER}`);
}

async function openMember(name: string, start: () => Promise<Child>): Promise<TemporalMember> {
  let isStopping = false;
  const keep = (child: Child): Child => {
    void child.ended.then(async () => {
      await sleep(RESTART_MS);
      if (!isStopping) running = startPatiently(start).then(keep);
    });
    return child;
  };
  let running = startPatiently(start).then(keep);
  await running;
  return {
    name,
    kill: async () => {
      const { record, ended } = await running;
      killFamily(record.pid);
      await ended;
    },
    stop: async () => {
      isStopping = true;
      await (await running).stop();
    },
  };
}

/** A service that ends while it starts is started again, as the production shape's supervisor does. */
async function startPatiently(start: () => Promise<Child>): Promise<Child> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await start();
    } catch (error) {
      if (starts === MOST_STARTS) throw error;
      say(`${error instanceof Error ? error.message : String(error)} It starts again.`);
      await sleep(RESTART_MS);
    }
  }
}

const MOST_STARTS = 5;
