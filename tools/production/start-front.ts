import { join } from "node:path";
import { keepRunning } from "../stack/open-stack.ts";
import { NATIVE_PARTS } from "./native-parts.ts";
import { innerPort } from "./production-ports.ts";
import { startProxy } from "./proxy/start-proxy.ts";
import type { StartingProduction } from "./starting-production.ts";

/** Starts the proxy: one address of all APIs, and one of the database, which follows the primary. */
export async function startFront(starting: StartingProduction): Promise<void> {
  const { children, log, options, ports } = starting;
  const { members } = await starting.database.promise;
  const apis = NATIVE_PARTS.api.map((member) => innerPort(ports, member));
  await keepRunning(starting, "haproxy", async () => {
    const { child } = await startProxy({
      folder: join(options.dataDir, "proxy"),
      env: options.env,
      say: log.say,
      // As in the compose file, an API says at its own port whether it is ready.
      apis: apis.map((port) => ({ port, health: port })),
      database: members,
      ports: { api: ports.api, database: ports.postgres },
      onStart: children.add,
    });
    return child;
  });
}
