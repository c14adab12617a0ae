import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { runNodePart } from "../../tools/processes/node-part.ts";
import {
  type DatabaseCluster,
  startDatabaseCluster,
} from "../../tools/production/database/start-database-cluster.ts";
import { startProxy } from "../../tools/production/proxy/start-proxy.ts";
import { openStackSecrets, type StackSecrets } from "../../tools/stack/stack-secrets.ts";
import { findTemporalBinary } from "../../tools/temporal/temporal-binary.ts";
import { startTemporalServer } from "../../tools/temporal/temporal-server.ts";
import { freePorts } from "../stack/free-ports.ts";
import { startTemporalRoles } from "./history/start-temporal-roles.ts";
import { appUrl, DATABASE, partEnvironment } from "./drill-environment.ts";
import { type DrillPart, openDrillPart } from "./drill-part.ts";
import type { DrillOptions, DrillParts } from "./drill-types.ts";
import { say } from "./say.ts";
import { keycloakIssuer, startDrillKeycloak } from "./rotation/drill-keycloak.ts";
import { mountSmallDisk } from "./full-disk/small-disk.ts";

interface Starting extends DrillOptions {
  readonly folder: string;
  readonly stops: (() => Promise<unknown>)[];
}

const PORTS = 26;

/** Starts all parts in their order; each start adds how to stop it. */
export async function startDrillParts(starting: Starting): Promise<DrillParts> {
  const { folder, hasKeycloak = false, stops } = starting;
  const ports = [...(await freePorts(PORTS))];
  const takePort = () => ports.pop() ?? 0;
  const [api, database, temporal, provider] = [takePort(), takePort(), takePort(), takePort()];
  const apis = [1, 2].map(() => ({ port: takePort(), health: takePort() }));
  const secrets = openStackSecrets(folder);
  const certificate = starting.proxyCertificate?.(folder);
  const env = {
    ...partEnvironment(folder, secrets),
    DATABASE_URL: `${appUrl(secrets.passwords, database)}${starting.databaseQuery?.(folder) ?? ""}`,
    TEMPORAL_ADDRESS: `127.0.0.1:${temporal}`,
    OIDC_ISSUER: hasKeycloak ? keycloakIssuer(provider) : `http://127.0.0.1:${provider}`,
    // Links in e-mails, which nobody opens here. The development provider refuses https on this machine.
    API_PUBLIC_URL: `http://127.0.0.1:${api}`,
  };
  const disks = mountDisks(starting);
  const cluster = await startDatabase(starting, { env, secrets, takePort, disks });
  const openProxy = async () => {
    const opened = await startProxy({
      folder: join(folder, "proxy"),
      env: process.env,
      say,
      apis,
      database: cluster.members,
      ports: { api, database },
      certificate,
    });
    stops.push(() => opened.stop());
    return opened;
  };
  const proxy = await openProxy();
  const roles =
    starting.hasTemporalRoles === true
      ? await startTemporalRoles({
          cluster,
          databasePort: database,
          folder,
          port: temporal,
          stops,
          takePort,
        })
      : await startTemporal(folder, temporal, stops);
  const keycloak = hasKeycloak
    ? await startDrillKeycloak({
        folder,
        apiUrl: env.API_PUBLIC_URL,
        port: provider,
        takePort,
        stops,
      })
    : null;
  const parts = await startProcesses({ folder, env, apis, takePort, stops, hasKeycloak });
  for (const place of [1, 2]) await proxy.untilUp(`apis/api_${place}`);
  const urls = { api: proxy.url, provider: env.OIDC_ISSUER };
  const opened = {
    cluster,
    proxy,
    startProxy: openProxy,
    urls,
    parts,
    secrets,
    disks,
    temporal: roles,
    keycloak,
  };
  return { ...opened, databasePort: database };
}

interface Ground {
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: StackSecrets;
  readonly takePort: () => number;
  readonly disks: DrillParts["disks"];
}

/** Mounts a disk for each member of the database, if their size is limited. */
function mountDisks({ folder, stops, diskMegabytes }: Starting): DrillParts["disks"] {
  if (diskMegabytes === undefined) return {};
  const mounted = ["database_1", "database_2", "database_3"].map((name) => {
    const disk = mountSmallDisk(join(folder, "disks", name), diskMegabytes);
    stops.push(async () => disk.unmount());
    return [name, disk] as const;
  });
  return Object.fromEntries(mounted);
}

/** Starts the cluster and creates the product's schema. */
async function startDatabase(
  { folder, stops, ...options }: Starting,
  { env, secrets, takePort, disks }: Ground,
): Promise<DatabaseCluster> {
  const { passwords } = secrets;
  const standbys = [takePort(), takePort()].slice(0, options.standbys);
  const cluster = await startDatabaseCluster({
    folder: join(folder, "database"),
    disks: Object.fromEntries(Object.entries(disks).map(([name, disk]) => [name, disk.folder])),
    ports: { primary: takePort(), standbys },
    synchronous: options.synchronous,
    passwords,
    settings: (await options.settings?.(folder)) ?? {},
    programsOf: options.programsOf,
    say: () => undefined,
    renewEpochs: ({ port }) => runRestored(folder, env, appUrl(passwords, port)),
  });
  stops.push(() => cluster.stop());
  await cluster.createDatabase(DATABASE);
  const owner = cluster.ownerUrl(DATABASE, cluster.primary().port);
  await runPart(folder, "migrate", { ...env, DATABASE_OWNER_URL: owner });
  return cluster;
}

interface Processes {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly apis: readonly { readonly port: number; readonly health: number }[];
  readonly takePort: () => number;
  readonly stops: (() => Promise<unknown>)[];
  readonly hasKeycloak: boolean;
}

async function startProcesses({ folder, env, apis, hasKeycloak, takePort, stops }: Processes) {
  const open = async (
    name: string,
    kind: Parameters<typeof openDrillPart>[0]["kind"],
    own = {},
  ) => {
    const all = { ...env, ...own };
    const part = await openDrillPart({ name, kind, folder, env: all, onStart: () => undefined });
    stops.push(() => part.stop());
    return part;
  };
  if (!hasKeycloak) await open("provider", "provider");
  const parts: DrillPart[] = [];
  for (const [place, { port, health }] of apis.entries()) {
    const own = { API_PORT: String(port), API_HEALTH_PORT: String(health) };
    parts.push(await open(`api-${place + 1}`, "api", own));
  }
  for (const kind of ["worker", "relay"] as const)
    for (const place of [1, 2]) {
      const own = { [`${kind.toUpperCase()}_HEALTH_PORT`]: String(takePort()) };
      parts.push(await open(`${kind}-${place}`, kind, own));
    }
  return parts;
}

async function startTemporal(
  folder: string,
  port: number,
  stops: (() => Promise<unknown>)[],
): Promise<null> {
  const { path } = await findTemporalBinary({ env: process.env, say });
  const { child } = await startTemporalServer({
    program: path,
    file: join(folder, "temporal.db"),
    namespace: "sideline",
    port,
    uiPort: null,
    home: folder,
    onLine: (line) => appendFileSync(join(folder, "temporal.log"), `${line}\n`),
  });
  stops.push(() => child.stop());
  return null;
}

/** The product's own command for a database that was restored. */
async function runRestored(folder: string, env: NodeJS.ProcessEnv, url: string): Promise<void> {
  await runPart(folder, "operator/restored", { ...env, DATABASE_URL: url });
}

async function runPart(folder: string, name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const file = join(folder, `${name}.log`);
  mkdirSync(dirname(file), { recursive: true });
  await runNodePart({
    name,
    entry: new URL(`../../workers/${name}.ts`, import.meta.url),
    env,
    onLine: (line) => appendFileSync(file, `${line}\n`),
    onStart: () => undefined,
  });
}
