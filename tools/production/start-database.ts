import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabases } from "./create-databases.ts";
import { type DatabaseCluster, startDatabaseCluster } from "./database/start-database-cluster.ts";
import { NATIVE_PARTS } from "./native-parts.ts";
import { innerPort } from "./production-ports.ts";
import { serverSettings } from "./server-settings.ts";
import type { StartingProduction } from "./starting-production.ts";

/** Starts primary and standbys with the databases of all tenants, and replaces a member that ends. */
export async function startDatabase({
  children,
  log,
  options: { dataDir },
  ports,
  secrets,
}: StartingProduction): Promise<DatabaseCluster> {
  const [primary, ...standbys] = NATIVE_PARTS.postgres.map((name) => innerPort(ports, name));
  const cluster = await startDatabaseCluster({
    folder: join(dataDir, "database"),
    ports: { primary: primary ?? 0, standbys },
    synchronous: true,
    passwords: secrets.stack.passwords,
    settings: serverSettings(),
    say: log.say,
    onStart: children.add,
  });
  const own = cluster.primary().port;
  await createDatabases(cluster.superuserUrl("postgres", own), secrets.variables);
  void keepUp(cluster, { stopping: children.stopping, say: log.say });
  return cluster;
}

const LOOK_EVERY_MS = 250;
const PAUSE_MS = 2_000;

interface Keeping {
  readonly stopping: AbortSignal;
  readonly say: (line: string) => void;
}

async function keepUp(cluster: DatabaseCluster, { stopping, say }: Keeping): Promise<void> {
  while (!stopping.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    const ended = cluster.members.find(({ pid }) => pid() === null);
    if (ended === undefined || stopping.aborted) continue;
    try {
      if (ended.name === cluster.primary().name) await replacePrimary(cluster, say);
      else await restart(cluster, ended.name, say);
    } catch (error) {
      if (!stopping.aborted) say(`${ended.name} could not be replaced: ${String(error)}`);
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}

/** A standby takes over; the former primary follows it as a copy. */
async function replacePrimary(cluster: DatabaseCluster, say: Keeping["say"]): Promise<void> {
  say(`${cluster.primary().name} ended unexpectedly: a standby is promoted`);
  const { fenced } = await cluster.promote();
  await cluster.rebuild(fenced);
  say(`${fenced} follows as a standby`);
}

async function restart(cluster: DatabaseCluster, name: string, say: Keeping["say"]): Promise<void> {
  say(`${name} ended unexpectedly`);
  await cluster.restart(name);
  say(`${name} runs again`);
}
