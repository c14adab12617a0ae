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
  const { cluster, databasePort, folder, port, stops, takePort } = options;
  const { server: program, schemaTool } = await findClusterPrograms({ env: process.env, say });
  const password = randomBytes(16).toString("hex");
  await createStores(cluster, password);
  const store = { port: databasePort, password };
  await updateSchema(schemaTool, store);
  const ports = Object.fromEntries(
    Object.keys(MEMBERS).map((name) => {
      const grpcPort = name === "temporal-frontend" ? port : takePort();
      return [name, { grpcPort, membershipPort: takePort() }] as const;
    }),
  );
  const portsOf = (name: string): RolePorts => ports[name] ?? { grpcPort: 0, membershipPort: 0 };
  const roles = {
    frontend: portsOf("temporal-frontend"),
    history: portsOf("temporal-history-1"),
    matching: portsOf("temporal-matching"),
    worker: portsOf("temporal-worker"),
  };
  const open = async (name: string, role: TemporalRole) => {
    const member = await openMember(name, () =>
      startRole({
        name,
        role,
        program,
        ports: portsOf(name),
        roles,
        frontendPort: port,
        postgres: { ...store, connections: role === "history" ? 15 : 8 },
        shards: SHARDS,
        dynamicConfigFile: DYNAMIC_CONFIG,
        folder: join(folder, "temporal"),
        memoryLimit: "2GiB",
        onLine: (line) => appendFileSync(join(folder, `${name}.log`), `${line}\n`),
        onStart: () => undefined,
      }),
    );
    stops.push(member.stop);
    return member;
  };
  const members = await Promise.all(
    Object.entries(MEMBERS).map(([name, role]) => open(name, role)),
  );
  await prepareNamespace(`127.0.0.1:${port}`, "sideline");
  return { members, updateSchema: () => updateSchema(schemaTool, store) };
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
      if (!isStopping) running = start().then(keep);
    });
    return child;
  };
  let running = start().then(keep);
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
