import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { standardClock } from "../../../device/adapters/standard/standard-clock.ts";
import { standardRandom } from "../../../device/adapters/standard/standard-random.ts";
import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../../../device/adapters/web-crypto/web-crypto-digest.ts";
import { openDevice } from "../../../device/open-device.ts";
import type { Clock } from "../../../device/ports/clock.ts";
import type { HttpAnswer, HttpRequest } from "../../../device/ports/http.ts";
import type { Tokens } from "../../../device/ports/sign-in.ts";
import type { Sql } from "../../../device/ports/sql.ts";
import type { Vault } from "../../../device/ports/vault.ts";
import { type FakeNetwork, makeFakeNetwork } from "../../../device/testing/fake-network.ts";
import { makeMemoryVault } from "../../../device/testing/memory-vault.ts";
import type { Device, Scope, Surface } from "../../../device/types.ts";
import type { TestApi } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { buildPairInItsDay, type SignedInPair } from "../accounts/signed-in-pair.ts";
import type { BuiltAgenda } from "../plans/plans.ts";

/** A phone with the device library, a database file and a network that the test controls, connected to the real API. */
export interface BarePhone {
  readonly network: FakeNetwork;
  readonly vault: Vault;
  /** The path of its database file. */
  readonly file: string;
  readonly tokens: Tokens;
  /** Starts the app on the file that a former process left. */
  open(): Promise<Device>;
  /** Kills the process: its database is closed, and nothing else happens. */
  kill(): Promise<void>;
}

/** The phone of a client. */
export interface RealPhone extends BarePhone {
  readonly pair: SignedInPair;
  readonly agenda: BuiltAgenda;
}

/** A new client and their phone, not signed in yet. */
export async function buildRealPhone(api: TestApi, issuer: TestIssuer): Promise<RealPhone> {
  const { agenda, ...pair } = await buildPairInItsDay(api.deps.database.em, issuer);
  return { pair, agenda, ...(await buildBarePhone(api, pair.clientToken)) };
}

/** A phone of the person with this access token, not signed in yet. */
export async function buildBarePhone(
  api: TestApi,
  accessToken: string,
  surface: Surface = "CLIENT_MOBILE",
): Promise<BarePhone> {
  const file = join(await mkdtemp(join(tmpdir(), "sideline-phone-")), "device.db");
  const network = makeFakeNetwork(async (request) => await send(api.url, request));
  const vault = makeMemoryVault();
  const tokens = { accessToken, refreshToken: "refresh", expiresInSeconds: 300 };
  let process: { readonly sql: Sql; readonly clock: MortalClock } | null = null;
  return {
    network,
    vault,
    file,
    tokens,
    async open() {
      process = { sql: await openNodeSql(file), clock: mortalClock() };
      return await openDevice({
        surface,
        app: APP,
        ports: {
          ...process,
          vault,
          http: network,
          signIn: { renew: async () => tokens },
          aes: webCryptoAes,
          digest: webCryptoDigest,
          random: standardRandom,
        },
      });
    },
    async kill() {
      process?.clock.kill();
      await process?.sql.close();
    },
  };
}

/** The only scope of a signed-in phone. */
export async function onlyScope(device: Device): Promise<Scope> {
  const [scope] = await device.scopes();
  if (scope === undefined) throw new Error("The device has no scope");
  return scope;
}

const APP = {
  appVersion: "1.0.0",
  buildNumber: 1,
  platform: "ANDROID",
  osVersion: "16",
  locale: () => "en",
  timezone: () => "UTC",
} as const;

interface MortalClock extends Clock {
  kill(): void;
}

/** The clock of one process: no timer fires after the process is killed. */
function mortalClock(): MortalClock {
  const timers = new Set<() => void>();
  let isAlive = true;
  return {
    ...standardClock,
    after(ms, callback) {
      if (!isAlive) return () => undefined;
      const cancel = standardClock.after(ms, () => {
        timers.delete(cancel);
        callback();
      });
      timers.add(cancel);
      return () => {
        timers.delete(cancel);
        cancel();
      };
    },
    kill() {
      isAlive = false;
      for (const cancel of timers) cancel();
    },
  };
}

async function send(
  url: string,
  { method, path, headers, body }: HttpRequest,
): Promise<HttpAnswer> {
  const sent = { method, headers, ...(body !== undefined && { body }) };
  const response = await fetch(`${url}${path}`, sent);
  return {
    kind: "ANSWER",
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
    roundTripMs: 1,
  };
}
