import { join } from "node:path";
import type { Ports } from "../../../device/ports/ports.ts";
import type { Sql } from "../../../device/ports/sql.ts";
import type { Tokens } from "../../../device/ports/sign-in.ts";
import { openDevice, type Scope } from "../../../device/index.ts";
import * as node from "../../../device/node.ts";

/**
 * A program that a test kills: a whole phone with its database file, its vault and a server. It signs in if nobody is,
 * makes entries, and prints the id of each that is durable. At its nth write it kills itself without warning.
 *
 * Arguments: folder, address of the server, number of this life, nth write or 0 for none, BEFORE or AFTER it.
 */
const [folder = "", address = "", life = "", nth = "0", moment = ""] = process.argv.slice(2);
const ENTRIES = 8;

const ports: Ports = {
  sql: killing(await node.openNodeSql(join(folder, "device.db"))),
  vault: await node.openFileVault(join(folder, "vault")),
  http: node.fetchHttp({ address, fetch, clock: node.standardClock }),
  signIn: { renew: async (token) => await tokensFrom(`/renew?token=${encodeURIComponent(token)}`) },
  clock: node.standardClock,
  random: node.standardRandom,
  aes: node.webCryptoAes,
  digest: node.webCryptoDigest,
};
const facts = {
  appVersion: "1.0.0",
  buildNumber: 1,
  platform: "ANDROID",
  osVersion: "16",
} as const;
const app = { ...facts, locale: () => "en", timezone: () => "UTC" };
const device = await openDevice({ ports, surface: "CLIENT_MOBILE", app });
if ((await device.state()).session !== "SIGNED_IN")
  await device.signIn(await tokensFrom("/sign-in"));
await device.sync();
const [scope] = await device.scopes();
if (scope === undefined) throw new Error("The phone has no scope");
for (let made = 1; made <= ENTRIES; made += 1)
  await makeEntry(scope, `entry-${Number(life) * 100 + made}`);
// Every retry becomes due within the longest pause.
for (let waiting = 1; waiting > 0; waiting = (await device.state()).waiting) await device.sync();
await device.close();

async function makeEntry(own: Scope, clientOperationId: string): Promise<void> {
  const tasks = (await own.today())?.tasks ?? [];
  const task = tasks.find(({ accepted: { snapshot } }) => isCounted(snapshot.metric));
  if (task === undefined) throw new Error("The day offers no value");
  const payload = {
    taskId: task.taskId,
    metricKind: "WATER",
    value: 100,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: new Date().toISOString(),
  };
  const operationType = "quick-log.record-value";
  await own.enqueue({ clientOperationId, operationType, payload });
  await new Promise((written) => process.stdout.write(`${clientOperationId}\n`, written));
}

/** Whether values add up, so that any number of them is accepted. */
function isCounted(metric: object | null): boolean {
  return metric !== null && "mode" in metric && metric.mode === "ACCUMULATE";
}

function killing(sql: Sql): Sql {
  let writes = 0;
  return {
    ...sql,
    async write(statements) {
      writes += 1;
      if (String(writes) === nth && moment === "BEFORE") process.kill(process.pid, "SIGKILL");
      const changed = await sql.write(statements);
      if (String(writes) === nth && moment === "AFTER") process.kill(process.pid, "SIGKILL");
      return changed;
    },
  };
}

async function tokensFrom(path: string): Promise<Tokens> {
  const answer = await fetch(`${address}${path}`);
  const tokens: unknown = await answer.json();
  if (isTokens(tokens)) return tokens;
  throw new Error("The provider gave no tokens");
}

function isTokens(tokens: unknown): tokens is Tokens {
  return typeof tokens === "object" && tokens !== null && "accessToken" in tokens;
}
