import { join } from "node:path";
import { DATABASE } from "../stack/describe-stack.ts";
import { APP_ROLE } from "../postgres/database-roles.ts";
import { createDatabases } from "./create-databases.ts";
import { keepMembers } from "./database/keep-members.ts";
import { type DatabaseCluster, startDatabaseCluster } from "./database/start-database-cluster.ts";
import { NATIVE_PARTS } from "./shape/native-parts.ts";
import { innerPort } from "./shape/production-ports.ts";
import { renewEpochs } from "./renew-epochs.ts";
import { serverSettings } from "./shape/server-settings.ts";
import type { StartingProduction } from "./starting-production.ts";

/** Starts primary and standbys with the databases of all tenants, and keeps its members running. */
export async function startDatabase(starting: StartingProduction): Promise<DatabaseCluster> {
  const { children, log, options, ports, secrets, write } = starting;
  const [primary, ...standbys] = NATIVE_PARTS.postgres.map((name) => innerPort(ports, name));
  const { app } = secrets.stack.passwords;
  const cluster = await startDatabaseCluster({
    folder: join(options.dataDir, "database"),
    ports: { primary: primary ?? 0, standbys },
    synchronous: true,
    passwords: secrets.stack.passwords,
    settings: serverSettings(),
    renewEpochs: async ({ port }) => {
      const url = `postgresql://${APP_ROLE}:${app}@127.0.0.1:${port}/${DATABASE}`;
      log.say(await renewEpochs(url, options));
    },
    say: log.say,
    onStart: children.add,
  });
  const own = cluster.primary().port;
  await createDatabases(cluster.superuserUrl("postgres", own), secrets.passwords);
  void keepMembers(cluster, { stopping: children.stopping, say: log.say, onChange: () => write() });
  return cluster;
}
