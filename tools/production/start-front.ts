import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keepRunning } from "../stack/open-stack.ts";
import { NATIVE_PARTS } from "./shape/native-parts.ts";
import { innerPort } from "./shape/production-ports.ts";
import { type Proxy, startProxy } from "./proxy/start-proxy.ts";
import type { StartingProduction } from "./starting-production.ts";

/** Starts the proxy: one address of all APIs, and one of the database, which follows the primary. */
export async function startFront(starting: StartingProduction): Promise<void> {
  const { children, log, options, ports } = starting;
  const { members } = await starting.database.promise;
  const apis = NATIVE_PARTS.api.map((member) => innerPort(ports, member));
  await keepRunning(starting, "haproxy", async () => {
    const proxy = await startProxy({
      folder: join(options.dataDir, "proxy"),
      env: options.env,
      say: log.say,
      // As in the compose file, an API says at its own port whether it is ready.
      apis: apis.map((port) => ({ port, health: port })),
      database: members,
      ports: { api: ports.api, database: ports.postgres },
      onStart: children.add,
    });
    await untilPrimaryOnly(proxy);
    return proxy.child;
  });
}

/** HAProxy takes every member for ready until its checks have failed. */
async function untilPrimaryOnly(proxy: Pick<Proxy, "ask">): Promise<void> {
  for (const startedAt = performance.now(); ;) {
    const lines = (await proxy.ask("show stat")).split("\n").map((line) => line.split(","));
    const members = lines.filter(([backend, name]) => backend === "primary" && name !== "BACKEND");
    // Also a member whose first check has failed, which is UP 1/2, still gets connections.
    const served = members.filter((line) => line[STATUS]?.startsWith("UP") === true);
    if (served.length === 1) return;
    if (performance.now() - startedAt > LIMIT_MS)
      throw new Error(`HAProxy finds ${served.length} members that are the open primary.`);
    await sleep(ASK_AGAIN_MS);
  }
}

/** Column of `show stat`. */
const STATUS = 17;
const LIMIT_MS = 30_000;
const ASK_AGAIN_MS = 100;
